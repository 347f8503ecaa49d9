// What the pages need: the language shown, tables that sort and narrow, keys. Without script all is shown.
"use strict";
const kept = {
  get() { try { return localStorage.getItem("greyc-language") || ""; } catch { return ""; } },
  set(tag) { try { localStorage.setItem("greyc-language", tag); } catch { /* a browser may keep nothing for files */ } },
};

// The site's own labels: in the language that is shown, or else in that of the browser; English where they are in neither.
const spoken = (tag) => (tag ? [tag] : navigator.languages.map((each) => (/^zh/i.test(each) ? (/TW|HK|MO|Hant/i.test(each) ? "zh-Hant" : "zh-Hans") : each.split("-")[0])));
const chosen = (tag) => spoken(tag).find((each) => each === "en" || LABELS[each]) ?? "en";
let labels = {};
window.greycSays = (text, values = {}) => (labels[text] ?? text).replace(/\{(\w+)\}/g, (hole, name) => values[name] ?? hole);
function speak(tag) {
  const language = chosen(tag);
  labels = LABELS[language] ?? {};
  document.documentElement.lang = language;
  for (const part of document.querySelectorAll("[data-label]")) {
    part.dataset.label ||= part.textContent;
    part.textContent = window.greycSays(part.dataset.label, JSON.parse(part.dataset.values ?? null) ?? {});
  }
  for (const part of document.querySelectorAll("[data-label-of]")) {
    part.greycLabels ??= Object.fromEntries(part.dataset.labelOf.split(" ").map((name) => [name, part.getAttribute(name)]));
    for (const [name, text] of Object.entries(part.greycLabels)) part.setAttribute(name, window.greycSays(text));
  }
  dispatchEvent(new Event("greyc-language"));
}

// A part in another language is hidden only where the wanted one stands beside it.
function show(tag) {
  speak(tag);
  for (const part of document.querySelectorAll("[data-language]")) {
    const beside = [...part.parentElement.children].filter((each) => each.dataset.language);
    const has = beside.some((each) => each.dataset.language === tag);
    part.hidden = tag !== "" && has && part.dataset.language !== tag;
  }
  for (const option of document.querySelectorAll("option[data-said]")) option.textContent = JSON.parse(option.dataset.said)[tag] ?? option.value;
  for (const button of document.querySelectorAll("[data-show]")) button.setAttribute("aria-pressed", String(button.dataset.show === tag));
}
for (const button of document.querySelectorAll("[data-show]")) {
  button.onclick = () => { kept.set(button.dataset.show); show(button.dataset.show); };
}
const offered = [...document.querySelectorAll("[data-show]")].map((button) => button.dataset.show);
if (offered.includes(kept.get())) show(kept.get());
else show(offered.length ? "" : kept.get());

for (const box of document.querySelectorAll("[data-table]")) {
  const table = box.querySelector("table"), body = table.tBodies[0], words = box.querySelector("[data-words]");
  const selects = [...box.querySelectorAll("select")];
  const plain = (text) => text.normalize("NFKC").toLowerCase();
  const told = (cell) => cell.dataset.plain ?? cell.textContent.trim(); // in English, whatever is shown
  const narrow = () => {
    const wanted = plain(words.value).split(/\s+/).filter(Boolean);
    let count = 0;
    for (const row of body.rows) {
      const text = plain(row.textContent);
      row.hidden = !wanted.every((word) => text.includes(word))
        || !selects.every((select) => !select.value || told(row.cells[select.dataset.column]) === select.value);
      count += !row.hidden;
    }
    box.querySelector("[data-count]").textContent = count === body.rows.length ? `${count}` : window.greycSays("{count} of {all}", { count, all: body.rows.length });
  };
  words.oninput = narrow;
  for (const select of selects) select.onchange = narrow;
  narrow();
  [...table.tHead.rows[0].cells].forEach((head, column) => {
    const button = document.createElement("button");
    button.type = "button";
    button.append(...head.childNodes);
    head.append(button);
    button.onclick = () => {
      const down = head.getAttribute("aria-sort") === "ascending";
      for (const other of table.tHead.rows[0].cells) other.removeAttribute("aria-sort");
      head.setAttribute("aria-sort", down ? "descending" : "ascending");
      const key = (row) => row.cells[column].dataset.value ?? told(row.cells[column]);
      const rows = [...body.rows].sort((a, b) => {
        const x = key(a), y = key(b);
        if (x === "" || y === "") return (x === "") - (y === "");
        return (isNaN(x) || isNaN(y) ? x.localeCompare(y) : x - y) * (down ? -1 : 1);
      });
      body.replaceChildren(...rows);
    };
  });
}

// A link to what stands in something folded opens it.
function unfold() {
  let part = location.hash && document.getElementById(decodeURIComponent(location.hash.slice(1)));
  for (; part; part = part.parentElement) if (part.tagName === "DETAILS") part.open = true;
}
addEventListener("hashchange", unfold);
unfold();

addEventListener("keydown", (event) => {
  const typing = /^(INPUT|SELECT|TEXTAREA)$/.test(document.activeElement?.tagName ?? "");
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  if (event.key === "/" && !typing) {
    event.preventDefault();
    (document.getElementById("words") ?? document.getElementById("find")).focus();
  } else if (event.key === "Escape" && typing) document.activeElement.blur();
});
