//! The program: its command line; everything else is in the library.

mod cli;

use std::process::ExitCode;

fn main() -> ExitCode {
    cli::run()
}
