//! `yukh completions`, `yukh man` and `yukh schema`: what shells, readers of
//! manuals and editors know of the program, made of its own definitions.

use clap::{Args, CommandFactory as _, ValueEnum as _};
use clap_complete::Shell;

use super::arguments::Arguments;
use super::resolve::refused;
use crate::authoring::{Schema, schema_page};
use crate::diagnostic::{Code, Failure};

#[derive(Debug, Args)]
#[command(after_help = super::help::completions())]
pub(super) struct CompletionsArguments {
    /// bash, elvish, fish, powershell or zsh.
    #[arg(value_name = "SHELL")]
    shell: Option<String>,
}

#[derive(Debug, Args)]
#[command(after_help = super::help::schema())]
pub(super) struct SchemaArguments {
    /// The schema; without one, the names of all.
    #[arg(value_name = "NAME")]
    name: Option<String>,
}

#[derive(Debug, Args)]
#[command(after_help = super::help::man())]
pub(super) struct ManArguments {
    /// The page of this command; without one, that of the program.
    #[arg(value_name = "COMMAND")]
    command: Option<String>,
}

/// The script that completes the command line in a shell.
///
/// # Errors
///
/// `YKP-RUNTIME-003` for a shell that is not one of those listed.
pub(super) fn completions(arguments: &CompletionsArguments) -> Result<String, Failure> {
    let shell = arguments.shell.as_deref().and_then(|shell| Shell::from_str(shell, false).ok());
    let shell = shell.ok_or_else(|| refused("SHELL"))?;
    let mut script = Vec::new();
    clap_complete::generate(shell, &mut Arguments::command(), "yukh", &mut script);
    text(script)
}

/// A page of the manual in roff.
///
/// # Errors
///
/// `YKP-RUNTIME-003` for a command that does not exist.
pub(super) fn man(arguments: &ManArguments) -> Result<String, Failure> {
    let mut program = Arguments::command();
    program.build();
    let command = match &arguments.command {
        None => program,
        Some(name) => {
            let found = program.get_subcommands().find(|command| command.get_name() == name);
            found.cloned().ok_or_else(|| refused("COMMAND"))?
        }
    };
    let mut page = Vec::new();
    let written = clap_mangen::Man::new(command).render(&mut page);
    written.map_err(|_| Failure::of(Code::Runtime009))?;
    text(page)
}

/// A JSON Schema, or the names of all, one a line.
///
/// # Errors
///
/// `YKP-RUNTIME-003` for a schema that does not exist.
pub(super) fn schema(arguments: &SchemaArguments) -> Result<String, Failure> {
    let Some(name) = &arguments.name else {
        return Ok(Schema::ALL.map(|schema| format!("{}\n", schema.as_str())).concat());
    };
    let schema = Schema::parse(name).ok_or_else(|| refused("NAME"))?;
    Ok(schema_page(&schema.document()))
}

fn text(bytes: Vec<u8>) -> Result<String, Failure> {
    String::from_utf8(bytes).map_err(|_| Failure::of(Code::Runtime009))
}
