//! `yukh lint`: a policy, and bodies, templates and forms against it.

mod annotations;
mod report;
mod text;

use crate::desired::{Form, Policy, Reading, Template};
use crate::diagnostic::{Code, Diagnostic, Failure, Notice, Path, Position};
use crate::scope::BODY_BYTES;

pub use annotations::annotations;
pub use report::{Checked, Finding, Kind, LintReport, Severity};
pub use text::text;

/// A policy, and what its checks have found so far.
pub struct Linter {
    policy: Option<Policy>,
    require_contract: bool,
    report: LintReport,
}

impl Linter {
    /// Checks the policy file. `content` is its content, or why there is none.
    /// With `require_contract` a body, template or form without a block is an
    /// error.
    #[must_use]
    pub fn new(name: &str, content: Result<&[u8], Failure>, require_contract: bool) -> Self {
        let (policy, findings) = match content.and_then(Policy::parse) {
            Ok(policy) => (Some(policy), Vec::new()),
            Err(failure) => (None, failure.diagnostics().map(Finding::error).collect()),
        };
        let mut report = LintReport::default();
        report.add(Checked::new(name, Kind::Policy, findings));
        Self { policy, require_contract, report }
    }

    /// Checks a file of this name and content; without content it could not be
    /// read.
    pub fn check(&mut self, name: &str, content: Option<&[u8]>) {
        let kind = Kind::of(name);
        let checked = match (kind, content, &self.policy) {
            (Kind::Chooser, ..) => Checked::skipped(name, kind),
            (_, None, _) => Checked::new(name, kind, vec![Finding::of(Code::Lint001, None)]),
            // Which dialect its block would have to be in is not known.
            (_, Some(_), None) => Checked::skipped(name, kind),
            (_, Some(content), Some(policy)) => {
                Checked::new(name, kind, self.findings(kind, content, policy))
            }
        };
        self.report.add(checked);
    }

    /// What was found in all files.
    #[must_use]
    pub fn finish(self) -> LintReport {
        self.report
    }

    fn findings(&self, kind: Kind, content: &[u8], policy: &Policy) -> Vec<Finding> {
        let text = std::str::from_utf8(content).ok().filter(|text| text.len() <= BODY_BYTES);
        let Some(file) = text else {
            return vec![Finding::of(Code::Lint001, None)];
        };
        match kind {
            Kind::Form => match Form::read(file) {
                Ok(form) => {
                    let mut findings = self.body(&form.body, policy);
                    findings.extend(form.shown.iter().filter_map(|shown| lost(shown, policy)));
                    findings
                }
                Err(place) => vec![Finding::of(Code::Lint002, Some(place))],
            },
            Kind::Template => self.body(&Template::markdown(file), policy),
            Kind::Policy | Kind::Body | Kind::Chooser => self.body(&Template::whole(file), policy),
        }
    }

    fn body(&self, template: &Template, policy: &Policy) -> Vec<Finding> {
        let body = template.body();
        let place = |position: Option<Position>| position.map(|position| template.position(position));
        let reading = match policy.read_draft(body) {
            Ok(reading) => reading,
            Err(failure) => {
                let found = failure.diagnostics();
                return found.map(|one| Finding::error(one).at(place(one.position()))).collect();
            }
        };
        let notices =
            reading.notices.iter().map(|notice| Finding::notice(notice).at(place(notice.position())));
        let mut findings: Vec<Finding> = notices.collect();
        match &reading.desired {
            Some(desired) => {
                findings.extend(desired.diagnostics.iter().map(|diagnostic| {
                    Finding::error(diagnostic).at(place(policy.place_in(body, diagnostic)))
                }))
            }
            None if self.require_contract => findings.push(Finding::of(Code::Runtime001, None)),
            None => {}
        }
        findings
    }
}

/// A block that a form shows, where no issue gets it.
fn lost(shown: &Template, policy: &Policy) -> Option<Finding> {
    let place = match policy.read_draft(shown.body()) {
        Ok(Reading { desired: None, notices }) => notices.first()?.position(),
        Ok(Reading { desired: Some(_), .. }) => policy.contract_place(shown.body()),
        Err(failure) => failure.first().position(),
    };
    let notice = Finding::notice(&Notice::new(Code::Contract012, Path::root()));
    Some(notice.at(place.map(|place| shown.position(place))))
}

impl Finding {
    fn of(code: Code, position: Option<Position>) -> Self {
        Self::error(&Diagnostic::new(code, Path::root())).at(position)
    }
}
