//! The options that choose what a run may spend, made of the table of limits.

use clap::{Arg, ArgMatches, Args, Command, Error, FromArgMatches};

use super::resolve::refused;
use crate::diagnostic::Failure;
use crate::scope::{Budgets, Limit, OutOfBounds, Transport};

/// The chosen limits as they were typed.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct BudgetArguments(Vec<(Limit, String)>);

impl BudgetArguments {
    /// The budgets of a transport.
    ///
    /// # Errors
    ///
    /// `YKP-RUNTIME-003` with the name of the first option whose value is not
    /// a plain decimal number or lies outside the limit's bounds.
    pub(super) fn resolve(&self, transport: Transport) -> Result<Budgets, Failure> {
        self.0.iter().try_fold(Budgets::of(transport), |budgets, (limit, text)| {
            let chosen = budgets.with_text(*limit, text);
            chosen.map_err(|OutOfBounds(limit)| refused(limit.option()))
        })
    }
}

/// The help text of a limit.
fn help(limit: Limit) -> String {
    format!("{} [default: {}, {}]", limit.purpose(), limit.default(), limit.bound())
}

impl Args for BudgetArguments {
    fn augment_args(command: Command) -> Command {
        command.args(Limit::ALL.map(|limit| {
            Arg::new(limit.option())
                .long(limit.option().trim_start_matches('-'))
                .value_name("NUMBER")
                .help_heading("Budgets")
                .allow_negative_numbers(true)
                .help(help(limit))
        }))
    }

    fn augment_args_for_update(command: Command) -> Command {
        Self::augment_args(command)
    }
}

impl FromArgMatches for BudgetArguments {
    fn from_arg_matches(matches: &ArgMatches) -> Result<Self, Error> {
        let typed = |limit: Limit| Some((limit, matches.get_one::<String>(limit.option())?.clone()));
        Ok(Self(Limit::ALL.into_iter().filter_map(typed).collect()))
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), Error> {
        *self = Self::from_arg_matches(matches)?;
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::diagnostic::{Code, Detail, Diagnostic};

    fn resolved(limit: Limit, text: &str) -> Result<u64, Option<Detail>> {
        let budgets = BudgetArguments(vec![(limit, text.to_owned())]).resolve(Transport::RestV2);
        budgets.map(|budgets| budgets.get(limit)).map_err(|failure| {
            assert_eq!(failure.code(), Code::Runtime003);
            failure.diagnostics().next().and_then(Diagnostic::detail)
        })
    }

    #[test]
    fn what_nobody_chooses_is_the_default() {
        assert_eq!(BudgetArguments::default().resolve(Transport::RestV2), Ok(Budgets::DEFAULT));
    }

    #[test]
    fn b11_a_limit_is_a_plain_number_within_its_bounds() {
        for limit in Limit::ALL {
            let most = limit.maximum().unwrap_or(u64::MAX);
            assert_eq!(resolved(limit, &most.to_string()), Ok(most));
            let least = limit.minimum();
            assert_eq!(resolved(limit, &least.to_string()), Ok(least));
            let refused = Err(Some(Detail::Input(limit.option())));
            let beyond =
                most.checked_add(1).map_or("18446744073709551616".to_owned(), |more| more.to_string());
            for bad in
                ["", "-1", "+1", "007", "1e2", "0x10", "1_000", " 600", "600 ", "600.0", "٦٠٠", &beyond]
            {
                assert_eq!(resolved(limit, bad), refused, "{limit:?} {bad:?}");
            }
        }
        for (limit, bad) in [
            (Limit::RestReserve, "499"),
            (Limit::GraphqlReserve, "0"),
            (Limit::Pages, "0"),
            (Limit::RestRequests, "0"),
        ] {
            assert_eq!(resolved(limit, bad), Err(Some(Detail::Input(limit.option()))), "{bad}");
        }
        assert_eq!(resolved(Limit::GraphqlRequests, "0"), Ok(0));
    }
}
