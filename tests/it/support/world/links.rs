//! Pages and the `Link` header that leads from one to the next.

use super::{Asked, World};

/// A page of a list and where the next one begins.
pub(super) struct Page<'a, T> {
    pub(super) entries: &'a [T],
    pub(super) link: Option<String>,
}

impl World {
    /// The page that was asked for, and the header that leads on.
    pub(super) fn page<'a, T>(&self, all: &'a [T], most: usize, asked: &Asked) -> Page<'a, T> {
        let per_page = asked.parameter("per_page").and_then(|n| n.parse().ok()).unwrap_or(30).min(100);
        let size = most.min(per_page);
        let start = asked.parameter("after").map_or(0, position).min(all.len());
        let end = (start + size).min(all.len());
        let mut links = Vec::new();
        if self.wording.more_relations && start > 0 {
            links.push(format!(
                "<{}>; rel=\"prev\"",
                self.address(asked, &format!("before={}", cursor(start)))
            ));
        }
        if end < all.len() {
            links.push(format!("<{}>; rel=\"next\"", self.address(asked, &format!("after={}", cursor(end)))));
        }
        let link = (!links.is_empty()).then(|| links.join(", "));
        Page { entries: &all[start..end], link }
    }

    /// The same list from another place, as GitHub words it.
    fn address(&self, asked: &Asked, cursor: &str) -> String {
        let path =
            if self.wording.numeric_owner { self.numeric_path(&asked.path) } else { asked.path.clone() };
        let mut query: Vec<String> = Vec::new();
        for (name, value) in &asked.query {
            let value = match name.as_str() {
                "after" | "before" => continue,
                "fields" if self.wording.encoded_commas => value.replace(',', "%2C"),
                "q" => value.replace(':', "%3A").replace('/', "%2F"),
                _ => value.clone(),
            };
            query.push(format!("{name}={value}"));
        }
        query.push(cursor.to_owned());
        format!("{}{path}?{}", self.wording.api, query.join("&"))
    }

    /// `/organizations/123/projectsV2/…`, `/user/123/projectsV2/…`
    fn numeric_path(&self, path: &str) -> String {
        let owner = &self.project.owner;
        let kind = if owner.organization { "organizations" } else { "user" };
        let rest = path.split_once("/projectsV2/").expect("a path below the Project").1;
        format!("/{kind}/{}/projectsV2/{rest}", owner.id)
    }
}

/// The cursor of a place in a list.
fn cursor(at: usize) -> String {
    format!("Y3Vyc29yOnYyOpHO{at:06}%3D%3D")
}

fn position(cursor: &str) -> usize {
    let digits: String =
        cursor.trim_start_matches("Y3Vyc29yOnYyOpHO").chars().take_while(char::is_ascii_digit).collect();
    digits.parse().unwrap_or(usize::MAX)
}
