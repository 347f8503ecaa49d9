// Tables of a report: a click on a heading sorts, typing keeps the rows that hold what was typed. Without script all is shown.
for (const table of document.querySelectorAll("table.sorts")) {
  const body = table.tBodies[0];
  table.querySelectorAll("th").forEach((head, column) => {
    const button = document.createElement("button");
    button.textContent = head.textContent;
    head.replaceChildren(button);
    let down = true;
    button.onclick = () => {
      const key = (row) => row.cells[column].dataset.value ?? row.cells[column].textContent;
      const rows = [...body.rows].sort((a, b) => {
        const [x, y] = [key(a), key(b)];
        if (x === "" || y === "") return (x === "") - (y === "");
        return (isNaN(x) || isNaN(y) ? x.localeCompare(y) : x - y) * (down ? -1 : 1);
      });
      down = !down;
      body.replaceChildren(...rows);
    };
  });
  const box = table.closest("section").querySelector("input");
  if (box) box.oninput = () => {
    for (const row of body.rows) row.hidden = !row.textContent.toLowerCase().includes(box.value.toLowerCase());
  };
}
