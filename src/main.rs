//! The binary: see [`fabric_rules::cli`].

fn main() -> std::process::ExitCode {
    fabric_rules::cli::run()
}
