//! Which scope a request needs (decision 25).

use crate::caller::Scope;
use crate::catalog::ToolName;

/// The scope that a request needs: its method, and the name in its parameters.
/// What the catalog says is the same for everybody, and a method or tool that
/// there is not fails whoever asks.
#[must_use]
pub fn needed(method: &str, name: Option<&str>) -> Option<Scope> {
    match method {
        "tools/call" => name.and_then(ToolName::parse).map(of_tool),
        // Completion names the repositories that the token sees.
        "resources/read" | "completion/complete" => Some(Scope::Read),
        _ => None,
    }
}

/// The scope of a tool.
#[must_use]
pub(super) const fn of_tool(tool: ToolName) -> Scope {
    if tool.is_mutation() { Scope::Write } else { Scope::Read }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reading_and_writing_need_their_own_scope_and_the_catalog_none() {
        for tool in ToolName::ALL {
            let scope = if tool.is_mutation() { Scope::Write } else { Scope::Read };
            assert_eq!(needed("tools/call", Some(tool.as_str())), Some(scope), "{tool:?}");
        }
        for (method, scope) in [
            ("resources/read", Some(Scope::Read)),
            ("completion/complete", Some(Scope::Read)),
            ("server/discover", None),
            ("tools/list", None),
            ("resources/list", None),
            ("resources/templates/list", None),
            ("foo/bar", None),
        ] {
            assert_eq!(needed(method, Some("github_create_issue")), scope, "{method}");
        }
        assert_eq!(needed("tools/call", Some("nope")), None);
        assert_eq!(needed("tools/call", None), None);
    }
}
