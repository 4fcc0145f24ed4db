//! The table of many issues. It can be read as it is; the script makes its heads
//! into buttons that sort it, and shows the fields that filter it.

use super::markup::Html;
use super::parts::Kind;
use crate::report::phrase;

/// The most bytes of what stands in the folded parts of all rows. What does not
/// fit is in the JSON.
const FOLDED_BYTES: usize = 8 << 20;

/// The most rows: more are read by programs.
const MOST_ROWS: usize = 5_000;

/// A column, and whether the rows are in its order to begin with.
pub(in crate::report) struct Column {
    pub(in crate::report) title: &'static str,
    pub(in crate::report) kind: Kind,
    pub(in crate::report) is_sorted: bool,
}

/// One cell: what it shows, and a number by which it is sorted where that is
/// not what it shows.
pub(in crate::report) struct Cell {
    pub(in crate::report) inside: Html,
    pub(in crate::report) key: Option<u64>,
}

/// One row: its cells, the last of which can be unfolded.
pub(in crate::report) struct Row {
    /// What links lead to.
    pub(in crate::report) id: String,
    /// The word by which rows are filtered.
    pub(in crate::report) status: &'static str,
    pub(in crate::report) cells: Vec<Cell>,
    /// The last cell: what is shown of it folded, and all of it; empty where
    /// there is no more.
    pub(in crate::report) short: String,
    pub(in crate::report) folded: Html,
}

/// A choice of the filter: its label, and the statuses that it shows.
pub(in crate::report) type Choice = (String, String);

/// The table with all rows, in their order. One row alone is unfolded, and needs
/// no filter.
pub(in crate::report) struct Board<'a> {
    pub(in crate::report) caption: &'a str,
    /// One and many of what the rows are.
    pub(in crate::report) called: (&'static str, &'static str),
    pub(in crate::report) columns: &'a [Column],
    pub(in crate::report) choices: Vec<Choice>,
    /// What can be searched for.
    pub(in crate::report) hint: &'static str,
    /// Where those are that there is no room for.
    pub(in crate::report) whole: &'a str,
}

impl Board<'_> {
    /// Writes it; nothing where there is no row.
    pub(in crate::report) fn write(&self, page: &mut Html, count: usize, rows: impl Iterator<Item = Row>) {
        let (one, many) = self.called;
        let shown = count.min(MOST_ROWS);
        let is_alone = count == 1;
        if !is_alone {
            page.element("div", &[("class", "controls"), ("hidden", "")], |controls| {
                self.controls(controls, shown);
            });
        }
        let mut left = FOLDED_BYTES;
        let mut unfolded: usize = 0;
        page.element("table", &[("class", "board"), ("data-many", many)], |table| {
            table.leaf("caption", &[], self.caption);
            self.head(table);
            table.element("tbody", &[], |body| {
                for mut row in rows.take(MOST_ROWS) {
                    match left.checked_sub(row.folded.len()) {
                        Some(rest) => left = rest,
                        None => {
                            row.folded = Html::default();
                            unfolded += 1;
                        }
                    }
                    self.row(body, &row, is_alone);
                }
            });
        });
        if unfolded > 0 {
            let rows = phrase::count(unfolded, one, many);
            page.element("p", &[], |line| {
                line.prose(&format!("What was found in {rows} is in {}.", self.whole))
            });
        }
        if let more @ 1.. = count.saturating_sub(MOST_ROWS) {
            let rows = phrase::count(more, "more is", "more are");
            page.element("p", &[], |line| line.prose(&format!("{rows} in {}.", self.whole)));
        }
    }

    fn controls(&self, controls: &mut Html, count: usize) {
        controls.element("div", &[("class", "field")], |field| {
            field.leaf("label", &[("for", "filter-text")], "Search");
            field.void(
                "input",
                &[
                    ("id", "filter-text"),
                    ("type", "search"),
                    ("autocomplete", "off"),
                    ("spellcheck", "false"),
                    ("aria-describedby", "filter-hint"),
                ],
            );
            field.leaf("p", &[("id", "filter-hint"), ("class", "quiet")], self.hint);
        });
        controls.element("div", &[("class", "field")], |field| {
            field.leaf("label", &[("for", "filter-status")], "Status");
            field.element("select", &[("id", "filter-status")], |select| {
                select.leaf("option", &[("value", "")], &format!("all ({count})"));
                for (label, statuses) in &self.choices {
                    select.leaf("option", &[("value", statuses)], label);
                }
            });
        });
        let (one, many) = self.called;
        let shown = format!("{} shown", phrase::count(count, one, many));
        controls.leaf("p", &[("id", "filter-count"), ("role", "status")], &shown);
    }

    fn head(&self, table: &mut Html) {
        table.element("thead", &[], |head| {
            head.element("tr", &[], |row| {
                for Column { title, kind, is_sorted } in self.columns {
                    let (kind, class) = match kind {
                        Kind::Text => ("text", "words"),
                        Kind::Number => ("number", "number"),
                    };
                    let attributes =
                        [("scope", "col"), ("class", class), ("data-sort", kind), ("aria-sort", "ascending")];
                    let attributes = if *is_sorted { &attributes } else { &attributes[..3] };
                    row.leaf("th", attributes, title);
                }
            });
        });
    }

    fn row(&self, body: &mut Html, row: &Row, is_open: bool) {
        body.element("tr", &[("id", &row.id), ("data-status", row.status)], |html| {
            for (Column { title, kind, .. }, Cell { inside, key }) in self.columns.iter().zip(&row.cells) {
                let class = if *kind == Kind::Number { "number" } else { "words" };
                let key = key.map(|key| key.to_string()).unwrap_or_default();
                let attributes = [("class", class), ("data-label", *title), ("data-key", key.as_str())];
                let attributes = if key.is_empty() { &attributes[..2] } else { &attributes };
                html.element("td", attributes, |cell| cell.append(inside));
            }
            let title = self.columns.last().map_or("", |column| column.title);
            html.element("td", &[("class", "words"), ("data-label", title)], |cell| {
                if row.folded.len() == 0 {
                    cell.text(&row.short);
                    return;
                }
                let open = [("open", "")];
                cell.element("details", if is_open { &open } else { &[] }, |details| {
                    details.leaf("summary", &[], &row.short);
                    details.append(&row.folded);
                });
            });
        });
    }
}
