//! Results as a table or JSON.

use super::job::Job;
use super::peer::Peer;
use crate::report::failure::Outcome;
use crate::report::output;
use crate::report::table::Table;
use serde::Serialize;
use std::io::{self, Write};

/// Results of a run.
#[derive(Serialize)]
pub(crate) struct Figures {
    pub(crate) file: String,
    /// Names of the clip and the one to blend with; empty without clips.
    pub(crate) clips: Vec<String>,
    pub(crate) joints: usize,
    /// Rounds of all jobs.
    pub(crate) runs: usize,
    pub(crate) jobs: Vec<Figure>,
    /// Compressed clips.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(crate) compressed: Vec<ClipFigure>,
    /// Parts that were not measured, with reasons.
    pub(crate) notes: Vec<String>,
}

/// Cost of a job.
#[derive(Serialize)]
pub(crate) struct Figure {
    job: &'static str,
    per: &'static str,
    /// 10th percentile of the batches: the undisturbed cost.
    p10_nanoseconds: f64,
    /// Median of the batches.
    nanoseconds: f64,
    #[serde(skip_serializing_if = "Option::is_none")]
    instructions: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    peer_nanoseconds: Option<f64>,
    /// Peer time over our 10th percentile; above 1, Sinew is faster.
    #[serde(skip_serializing_if = "Option::is_none")]
    peer_ratio: Option<f64>,
}

/// A compressed clip.
#[derive(Serialize)]
pub(crate) struct ClipFigure {
    pub(crate) job: &'static str,
    pub(crate) clip: String,
    pub(crate) frames: usize,
    pub(crate) asked_mm: f64,
    pub(crate) error_mm: f64,
    /// Size of the clip data.
    pub(crate) bits_per_joint_and_frame: f64,
    /// Size of a pack of this clip.
    pub(crate) file_bits_per_joint_and_frame: f64,
    /// Raw poses per second, at the 10th percentile of the times.
    pub(crate) megabytes_per_second: f64,
}

impl Figure {
    /// Results of `job`; none before its first round.
    pub(crate) fn of(job: &Job<'_>, peer: Option<&Peer>) -> Option<Self> {
        let (p10_nanoseconds, nanoseconds) = job.quiet().zip(job.median())?;
        let peer_nanoseconds = peer.and_then(|peer| peer.median(job.name));
        Some(Self {
            job: job.name,
            per: job.per,
            p10_nanoseconds,
            nanoseconds,
            instructions: job.instructions(),
            peer_nanoseconds,
            peer_ratio: peer_nanoseconds.map(|peer| peer / p10_nanoseconds),
        })
    }
}

impl Figures {
    /// Prints the results.
    pub(crate) fn print(&self, json: bool) -> Outcome {
        if json { output::print_json(self) } else { output::print(|out| self.write(out)) }
    }

    fn write(&self, out: &mut dyn Write) -> io::Result<()> {
        let counted = self.jobs.iter().any(|job| job.instructions.is_some());
        let compared = self.jobs.iter().any(|job| job.peer_ratio.is_some());
        let mut head = vec!["job", "10th pct", "median", "per"];
        head.extend(counted.then_some("instructions"));
        head.extend(compared.then_some(["peer", "peer / ours"]).into_iter().flatten());
        let mut table = Table::new(head);
        let or_dash = |text: Option<String>| text.unwrap_or_else(|| "–".into());
        for job in &self.jobs {
            let mut row = vec![
                job.job.into(),
                duration(job.p10_nanoseconds),
                duration(job.nanoseconds),
                job.per.into(),
            ];
            if counted {
                row.push(or_dash(job.instructions.map(|n| format!("{n:.1}"))));
            }
            if compared {
                row.push(or_dash(job.peer_nanoseconds.map(duration)));
                row.push(or_dash(job.peer_ratio.map(|ratio| format!("{ratio:.2}"))));
            }
            table.row(row);
        }
        let clips = match &self.clips[..] {
            [] => String::new(),
            names => format!(", {}, {} joints", names.join(" and "), self.joints),
        };
        table.write(&format!("{}{clips}, {} rounds of batches", self.file, self.runs), out)?;
        let head = ["clip", "frames", "bound mm", "error mm", "bits/joint/frame", "in a file", "MB/s of raw"];
        let mut sizes = Table::new(head);
        for clip in &self.compressed {
            sizes.row([
                clip.clip.clone(),
                clip.frames.to_string(),
                format!("{:.1}", clip.asked_mm),
                format!("{:.4}", clip.error_mm),
                format!("{:.2}", clip.bits_per_joint_and_frame),
                format!("{:.2}", clip.file_bits_per_joint_and_frame),
                format!("{:.1}", clip.megabytes_per_second),
            ]);
        }
        sizes.write("Compressed", out)?;
        if !self.notes.is_empty() {
            writeln!(out)?;
        }
        self.notes.iter().try_for_each(|note| writeln!(out, "{note}"))
    }
}

/// A duration in ns, µs or ms.
fn duration(nanoseconds: f64) -> String {
    match nanoseconds {
        n if n < 1e3 => format!("{n:.2} ns"),
        n if n < 1e6 => format!("{:.2} µs", n / 1e3),
        n => format!("{:.2} ms", n / 1e6),
    }
}
