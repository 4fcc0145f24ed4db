//! The URIs of resources.

use super::{IssuePlace, Repository, State, second};
use jiff::Timestamp;
use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, percent_decode_str, utf8_percent_encode};

/// What a query value may hold unescaped: RFC 3986's unreserved characters.
const VALUE: &AsciiSet = &NON_ALPHANUMERIC.remove(b'-').remove(b'.').remove(b'_').remove(b'~');

const REPOSITORIES: &str = "github://repos/";
const CAPABILITIES: &str = "github://capabilities";

/// A resource.
#[derive(Clone, Debug, PartialEq)]
pub enum Address {
    /// The capability summary.
    Capabilities,
    /// The newest issues of a repository.
    Index(Index),
    /// One issue.
    Issue(IssuePlace),
}

/// The newest issues of a repository, with filters.
#[derive(Clone, Debug, PartialEq)]
pub struct Index {
    /// The repository.
    pub repository: Repository,
    /// Open, closed; `None` for both. Open where the URI does not say.
    pub state: Option<State>,
    /// Whether the URI says the state.
    says_state: bool,
    /// Labels that the issues all have.
    pub labels: Vec<String>,
    /// Changed at or after.
    pub updated_after: Option<Timestamp>,
}

impl Address {
    /// The resource of a URI: exactly the published forms, variables
    /// percent-encoded as RFC 6570 does. `None` for any other text.
    #[must_use]
    pub fn parse(uri: &str) -> Option<Self> {
        if uri == CAPABILITIES {
            return Some(Self::Capabilities);
        }
        let rest = uri.strip_prefix(REPOSITORIES)?;
        let (path, query) = rest.split_once('?').unwrap_or((rest, ""));
        let mut parts = path.split('/');
        let (owner, name) = (parts.next()?, parts.next()?);
        let repository = Repository::new(owner, name)?;
        match (parts.next()?, parts.next(), parts.next()) {
            ("issues", None, None) => Index::parse(repository, query).map(Self::Index),
            ("issues", Some(number), None) if !rest.contains('?') => {
                let plain = number.bytes().all(|byte| byte.is_ascii_digit()) && !number.starts_with('0');
                let number = number.parse().ok().filter(|_| plain)?;
                Some(Self::Issue(repository.issue(number)))
            }
            _ => None,
        }
    }

    /// The URI, in the one form that this server writes.
    #[must_use]
    pub fn uri(&self) -> String {
        match self {
            Self::Capabilities => CAPABILITIES.to_owned(),
            Self::Issue(place) => {
                format!("{REPOSITORIES}{}/issues/{}", place.repository.slug(), place.number)
            }
            Self::Index(index) => index.uri(),
        }
    }
}

impl Index {
    fn parse(repository: Repository, query: &str) -> Option<Self> {
        let mut index = Self {
            repository,
            state: Some(State::Open),
            says_state: false,
            labels: Vec::new(),
            updated_after: None,
        };
        for pair in query.split('&').filter(|pair| !pair.is_empty()) {
            let (name, value) = pair.split_once('=')?;
            let value = percent_decode_str(value).decode_utf8().ok()?;
            match name {
                "state" if !index.says_state => {
                    index.says_state = true;
                    index.state = match &*value {
                        "open" => Some(State::Open),
                        "closed" => Some(State::Closed),
                        "all" => None,
                        _ => return None,
                    };
                }
                // RFC 6570 writes a list as one value with commas.
                "labels" if index.labels.is_empty() => {
                    index.labels = value.split(',').map(str::to_owned).collect();
                    if index.labels.iter().any(String::is_empty) {
                        return None;
                    }
                }
                "updated_after" if index.updated_after.is_none() => {
                    index.updated_after = Some(value.parse().ok()?);
                }
                _ => return None,
            }
        }
        Some(index)
    }

    fn uri(&self) -> String {
        let state = match self.state {
            Some(State::Open) => "open",
            Some(State::Closed) => "closed",
            None => "all",
        };
        let mut pairs = Vec::new();
        if self.says_state {
            pairs.push(format!("state={state}"));
        }
        if !self.labels.is_empty() {
            let labels: Vec<String> =
                self.labels.iter().map(|label| utf8_percent_encode(label, VALUE).to_string()).collect();
            pairs.push(format!("labels={}", labels.join(",")));
        }
        if let Some(moment) = self.updated_after {
            pairs.push(format!("updated_after={}", utf8_percent_encode(&second(moment), VALUE)));
        }
        let mark = if pairs.is_empty() { "" } else { "?" };
        format!("{REPOSITORIES}{}/issues{mark}{}", self.repository.slug(), pairs.join("&"))
    }
}
