// Full-text search over the index of search-index.js: every word must be found; the better the place, the higher. Of a run of
// Chinese that stands nowhere as it is, most of its pairs of letters will do: words of a question seldom stand together.
"use strict";
const [MOST, STEP] = [2000, 60];
const SORTS = window.GREYC_INDEX.sorts;
const plain = (text) => text.normalize("NFKC").toLowerCase();
const ENTRIES = window.GREYC_INDEX.entries.map(([address, sort, pack, name, titles, text]) => ({
  address, sort, pack, name, titles, text, title: plain(titles.join("\n")), called: plain(name), body: plain(text),
}));
const HAN = /[\u3040-\u30ff\u3400-\u9fff\uf900-\ufaff]+/g;

function wordsOf(asked) {
  const text = plain(asked);
  return [...(text.match(HAN) ?? []), ...text.replace(HAN, " ").split(/\s+/)].filter(Boolean);
}
const isHan = (word) => word.search(HAN) === 0;
const pairsOf = (word) => [...word].slice(1).map((letter, k) => [...word][k] + letter);
const one = (word) => (/^[a-z]{4,}s$/.test(word) ? word.slice(0, -1) : word); // "shields" finds a shield, too

function scoreOf(entry, word) {
  if (entry.title.split("\n").includes(word) || entry.called === word) return 100;
  if (entry.title.startsWith(word) || entry.title.includes("\n" + word) || entry.title.includes(" " + word)) return 60;
  if (entry.title.includes(word)) return 40;
  if (entry.called.includes(word)) return 30;
  const at = entry.body.indexOf(word);
  if (at >= 0) return isHan(word) || at === 0 || /[^\p{L}\p{N}]/u.test(entry.body[at - 1]) ? 12 : 8;
  if (isHan(word) && word.length > 1) {
    const all = entry.title + "\n" + entry.body;
    const pairs = pairsOf(word);
    const share = pairs.filter((pair) => all.includes(pair)).length / pairs.length;
    return share >= 0.5 ? 6 * share : 0;
  }
  return one(word) === word ? 0 : 0.8 * scoreOf(entry, one(word));
}

function search(asked, sort) {
  const words = wordsOf(asked);
  const found = [];
  for (const entry of ENTRIES) {
    const scores = words.map((word) => scoreOf(entry, word));
    if (words.length && scores.every(Boolean)) found.push([scores.reduce((a, b) => a + b, 0) + (entry.sort === "card" ? 1 : 0), entry]);
  }
  found.sort((a, b) => b[0] - a[0]);
  const counts = new Map();
  for (const [, entry] of found) counts.set(entry.sort, (counts.get(entry.sort) ?? 0) + 1);
  return { found: found.map((each) => each[1]).filter((entry) => !sort || entry.sort === sort).slice(0, MOST), counts, words };
}

// Text with the words marked, by nodes alone: nothing of a pack is ever read as HTML.
function marked(text, words) {
  const parts = words.flatMap((word) => (isHan(word) && word.length > 2 ? [word, ...pairsOf(word)] : word === one(word) ? [word] : [word, one(word)]));
  const shown = document.createDocumentFragment(), low = text.toLowerCase();
  let at = 0;
  while (at < text.length) {
    const next = parts.map((part) => [low.indexOf(part, at), part]).filter(([k]) => k >= 0).sort((a, b) => a[0] - b[0] || b[1].length - a[1].length)[0];
    if (!next) break;
    shown.append(text.slice(at, next[0]));
    const mark = document.createElement("mark");
    mark.textContent = text.slice(next[0], next[0] + next[1].length);
    shown.append(mark);
    at = next[0] + next[1].length;
  }
  shown.append(text.slice(at));
  return shown;
}
function snippet(entry, words) {
  const low = entry.text.toLowerCase();
  const first = Math.min(...words.flatMap((word) => [low.indexOf(word), low.indexOf(one(word))]).filter((k) => k >= 0), Infinity);
  const start = first === Infinity || first < 60 ? 0 : low.slice(0, first - 40).search(/[^\p{L}\p{N}][\p{L}\p{N}]*$/u) + 1;
  return (start ? "… " : "") + entry.text.slice(start, start + 220) + (entry.text.length > start + 220 ? " …" : "");
}

const box = document.getElementById("words"), list = document.getElementById("found");
let only = "", shown = STEP;
function element(tag, parent, text) {
  const made = document.createElement(tag);
  if (text !== undefined) made.append(text);
  parent.append(made);
  return made;
}
function render() {
  const { found, counts, words } = search(box.value, only);
  list.replaceChildren();
  for (const entry of found.slice(0, shown)) {
    const link = element("a", element("li", list));
    link.href = entry.address;
    element("b", link, marked(entry.titles.join(" · ") || entry.name, words));
    link.append(" ");
    element("small", link, `${window.greycSays(SORTS[entry.sort])} · ${entry.name} · ${entry.pack}`);
    if (entry.text) element("p", link, marked(snippet(entry, words), words));
  }
  if (found.length > shown) {
    const more = element("button", element("li", list), window.greycSays("{count} more", { count: found.length - shown }));
    more.onclick = () => { shown += 4 * STEP; render(); };
  }
  const total = [...counts.values()].reduce((a, b) => a + b, 0);
  document.getElementById("count").textContent = !words.length ? "" : window.greycSays(total ? "{count} found" : "Nothing has all of these words.", { count: found.length });
  const sorts = document.getElementById("sorts");
  sorts.replaceChildren();
  for (const sort of counts.size > 1 || only ? ["", ...Object.keys(SORTS).filter((each) => counts.has(each) || each === only)] : []) {
    const button = element("button", sorts, `${window.greycSays(sort ? SORTS[sort] : "all")} ${sort ? counts.get(sort) ?? 0 : total}`);
    button.type = "button";
    button.setAttribute("aria-pressed", String(only === sort));
    button.onclick = () => { only = sort; shown = STEP; render(); };
  }
  list.dataset.ready = "yes";
}
box.oninput = () => {
  shown = STEP;
  try { history.replaceState(null, "", `?q=${encodeURIComponent(box.value)}`); } catch { /* not for files in every browser */ }
  render();
};
document.getElementById("ask").onsubmit = (event) => { event.preventDefault(); list.querySelector("a")?.focus(); };
addEventListener("keydown", (event) => {
  if (event.key !== "ArrowDown" && event.key !== "ArrowUp") return;
  const stops = [box, ...list.querySelectorAll("a, button")];
  const at = stops.indexOf(document.activeElement);
  if (at < 0) return;
  event.preventDefault();
  stops[Math.max(0, Math.min(stops.length - 1, at + (event.key === "ArrowDown" ? 1 : -1)))].focus();
});
addEventListener("greyc-language", render);
box.value = new URLSearchParams(location.search).get("q") ?? "";
render();
