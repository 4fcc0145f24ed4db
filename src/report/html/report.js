
"use strict";
// Nothing here makes markup: elements are created one by one, and texts are set
// as texts.
(() => {
  const board = document.querySelector("table.board");
  if (!board) return;
  const body = board.tBodies[0];
  const controls = document.querySelector(".controls");
  // One row has nothing to sort and nothing to filter.
  if (!controls) return;
  const rows = Array.from(body.rows, (row) => ({ row, status: row.dataset.status, text: null, keys: [] }));

  // Sorting.
  const heads = Array.from(board.tHead.rows[0].cells);
  const compare = new Intl.Collator("en", { numeric: true }).compare;
  const key = (entry, column, isNumber) => {
    if (!(column in entry.keys)) {
      const cell = entry.row.cells[column];
      const told = cell.dataset.key ?? cell.textContent.trim();
      entry.keys[column] = isNumber || cell.dataset.key ? Number(told) : told;
    }
    return entry.keys[column];
  };
  const sort = (column) => {
    const head = heads[column];
    const isDescending = head.getAttribute("aria-sort") === "ascending";
    const isNumber = head.dataset.sort === "number";
    const order = (a, b) => {
      const [x, y] = [key(a, column, isNumber), key(b, column, isNumber)];
      return typeof x === "number" ? x - y : compare(x, y);
    };
    rows.sort((a, b) => (isDescending ? order(b, a) : order(a, b)));
    body.append(...rows.map((entry) => entry.row));
    for (const other of heads) other.removeAttribute("aria-sort");
    head.setAttribute("aria-sort", isDescending ? "descending" : "ascending");
  };
  heads.forEach((head, column) => {
    const button = document.createElement("button");
    button.type = "button";
    button.textContent = head.textContent;
    button.addEventListener("click", () => sort(column));
    head.replaceChildren(button);
  });

  // Filtering.
  const words = document.getElementById("filter-text");
  const statuses = document.getElementById("filter-status");
  const count = document.getElementById("filter-count");
  // The identities of plans are left out: a few digits would be found in most.
  const text = (entry) => {
    if (entry.text === null) {
      const cells = Array.from(entry.row.cells, (cell) => {
        const folded = cell.querySelector("details");
        if (!folded) return cell.textContent;
        return Array.from(folded.querySelectorAll("summary, li"), (part) => part.textContent).join(" ");
      });
      entry.text = cells.join(" ").toLowerCase();
    }
    return entry.text;
  };
  const filter = () => {
    const terms = words.value.toLowerCase().split(/\s+/).filter((term) => term !== "");
    const wanted = statuses.value === "" ? null : statuses.value.split(" ");
    let shown = 0;
    for (const entry of rows) {
      const fits =
        (wanted === null || wanted.includes(entry.status)) && terms.every((term) => text(entry).includes(term));
      if (entry.row.hidden === fits) entry.row.hidden = !fits;
      if (fits) shown += 1;
    }
    count.textContent = `${shown} of ${rows.length} ${board.dataset.many} shown`;
  };
  words.addEventListener("input", filter);
  statuses.addEventListener("change", filter);
  controls.hidden = false;
  // A browser may bring back what was typed before the page was loaded again.
  if (words.value !== "" || statuses.value !== "") filter();

  // A link to a row shows it, whatever the filter hides.
  const follow = () => {
    const row = document.getElementById(decodeURIComponent(location.hash.slice(1)));
    if (!row || row.parentElement !== body) return;
    if (row.hidden) {
      words.value = "";
      statuses.value = "";
      filter();
    }
    const folded = row.querySelector("details");
    if (folded) folded.open = true;
    row.scrollIntoView({ block: "center" });
  };
  window.addEventListener("hashchange", follow);
  follow();
})();
(() => {
  // On paper nothing can be unfolded. Newer browsers need only the style sheet.
  if (CSS.supports("selector(::details-content)")) return;
  let opened = [];
  window.addEventListener("beforeprint", () => {
    opened = Array.from(document.querySelectorAll("details:not([open])"));
    for (const details of opened) details.open = true;
  });
  window.addEventListener("afterprint", () => {
    for (const details of opened) details.open = false;
  });
})();
