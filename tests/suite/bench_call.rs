/// Command line of a bench: `WORD… --count N --seed S --tabs`.
#[derive(Clone, Debug)]
pub struct BenchCall {
    /// Words that select lines, in lower case.
    pub words: Vec<String>,
    /// Number of repetitions.
    pub count: u64,
    /// First random seed.
    pub seed: u64,
    /// Whether columns are separated by tabs.
    pub tabs: bool,
}

impl BenchCall {
    /// The command line of this process, with these values where it says nothing else. `None` under
    /// `cargo test --benches`, where nothing is measured: tests bound the same figures. A wrong one ends the
    /// process with a message.
    #[must_use]
    pub fn of_process(bench: &str, count: u64, seed: u64) -> Option<Self> {
        let arguments: Vec<String> = std::env::args().skip(1).filter(|a| a != "--bench").collect();
        if arguments.iter().any(|a| a == "--test" || a == "--list") {
            return None;
        }
        match (Self { words: Vec::new(), count, seed, tabs: false }).with(&arguments) {
            Ok(call) => Some(call),
            Err(message) => {
                eprintln!("{bench}: {message}");
                std::process::exit(2);
            }
        }
    }

    fn with(mut self, arguments: &[String]) -> Result<Self, String> {
        let mut left = arguments.iter();
        while let Some(argument) = left.next() {
            let mut number = || {
                let number = left.next().and_then(|n| n.parse::<u64>().ok());
                number.ok_or_else(|| format!("{argument}: expected a number"))
            };
            match argument.as_str() {
                "--count" => self.count = number()?,
                "--seed" => self.seed = number()?,
                "--tabs" => self.tabs = true,
                other if other.starts_with("--") => return Err(format!("there is no {other}")),
                word => self.words.push(word.to_lowercase()),
            }
        }
        Ok(self)
    }
}
