"""Which template tells which IR node. A test holds this table against the node classes and the language files, so that no
form can be added to the IR without its words.

What is not here by itself is told through its parts: a local by what it stands for, a list by its items.
"""

from __future__ import annotations

from typing import Final

from greyc.runtime import ir

THROUGH_ITS_PARTS: Final[tuple[type[ir.Node], ...]] = (
    ir.Int,
    ir.Word,
    ir.DieRef,
    ir.Printed,
    ir.Copy,
    ir.BoardRef,
    ir.KindRef,
    ir.KeywordRef,
    ir.Local,
    ir.State,
    ir.Attr,
    ir.Contents,
    ir.SlotRead,
    ir.ListOf,
    ir.Join,
    ir.MapList,
    ir.And,
    ir.Or,
    ir.ByPlayers,
    ir.Every,
    ir.CardsOf,
    ir.Values,
    ir.Builtin,
    ir.Together,
)

SILENT: Final[tuple[type[ir.Node], ...]] = (ir.Let, ir.Log)
"""A name is told where it is used; the log is no part of a card."""

FORMS: Final[dict[type[ir.Node], tuple[str, ...]]] = {
    ir.Flag: ("cond.yes",),
    ir.Str: ("np.text",),
    ir.Nothing: ("np.nothing",),
    ir.Far: ("number.far",),
    ir.SideRef: ("word.north",),
    ir.Option: ("np.quoted", "cond.option", "cond.option_is"),
    ir.Get: ("np.field", "cond.flag", "cond.amount", "cond.word"),
    ir.Base: ("number.base",),
    ir.ZoneRef: ("zone.of", "zone.the", "zone.in", "zone.into", "zone.from"),
    ir.Players: ("np.all_seats",),
    ir.Arith: ("number.plus", "number.minus", "number.times", "number.over", "number.half", "number.rest"),
    ir.Compare: (
        "number.ge",
        "number.gt",
        "number.le",
        "number.lt",
        "number.eq",
        "number.ne",
        "number.ge_word",
        "number.gt_word",
        "number.le_word",
        "number.lt_word",
        "cond.rank",
        "cond.compare",
        "cond.same",
    ),
    ir.Not: ("cond.not",),
    ir.IfElse: ("np.if_else", "cond.if_else"),
    ir.IsKind: ("cond.is_kind",),
    ir.IsCard: ("cond.is_card", "np.named"),
    ir.Has: ("cond.keyword", "cond.ability", "np.with", "np.without"),
    ir.In: ("np.holding", "cond.in_zone", "cond.in_list", "cond.in_range"),
    ir.RangeList: ("number.between",),
    ir.Without: ("number.without",),
    ir.Table: ("number.table", "number.row"),
    ir.Index: ("np.entry", "number.row_players"),
    ir.Query: ("np.core", "np.core_rel", "np.rel", "np.rel_for", "np.lowest", "np.highest"),
    ir.Aggregate: (
        "fn.count",
        "fn.sum_of",
        "fn.sum_for",
        "fn.min_of",
        "fn.max_of",
        "cond.there",
        "cond.have",
        "cond.have_in",
        "cond.each",
    ),
    ir.Call: ("np.field",),
    ir.Can: ("cond.can",),
    ir.During: ("cond.during",),
    ir.SetLocal: ("act.set", "act.raise", "act.lower", "act.cap"),
    ir.SetState: ("act.set", "act.set_flag", "act.more", "act.less", "act.add", "act.remove", "act.face_set"),
    ir.CallVerb: ("np.a", "np.that"),
    ir.Choose: ("act.choose", "act.choose_by", "act.choose_number", "act.choose_of", "act.may_choose", "prompt.choose"),
    ir.ChooseOne: ("act.one", "act.one_by", "act.one_option_if"),
    ir.May: ("act.may", "act.may_have", "act.may_do", "act.if_so", "act.if_not", "prompt.may"),
    ir.Split: ("act.split", "act.split_by", "prompt.split"),
    ir.If: ("act.if", "act.if_block", "act.otherwise"),
    ir.ForEach: ("act.each", "act.each_block", "act.each_by"),
    ir.Repeat: ("act.repeat", "act.forever"),
    ir.While: ("act.while",),
    ir.Offer: ("act.offer",),
    ir.ModifyUntil: ("act.modify_until", "act.until", "act.mod_plus", "act.mod_minus", "act.mod_times", "act.mod_set"),
    ir.Run: ("act.run", "act.run_for"),
    ir.Needs: ("act.if", "act.if_block"),
    ir.Result: ("act.result",),
    ir.Stop: ("act.stop", "act.stop_hook", "act.stop_verb", "act.stop_result"),
    ir.EndGame: ("act.end_won", "act.end_lost", "act.end_winner"),
    ir.Fill: ("act.fill",),
}
