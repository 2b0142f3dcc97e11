//! C3D files that tests make by the description of the format.

/// Byte order and floating-point format.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Machine {
    Intel = 84,
    Dec = 85,
    Mips = 86,
}
use Machine::{Dec, Intel, Mips};

impl Machine {
    fn i16(self, number: i32) -> [u8; 2] {
        let number = number as u16;
        if self == Mips { number.to_be_bytes() } else { number.to_le_bytes() }
    }

    fn f32(self, number: f32) -> [u8; 4] {
        match self {
            Intel => number.to_le_bytes(),
            Mips => number.to_be_bytes(),
            // F_floating is four times as large for the same bits, and has its words exchanged.
            Dec => {
                let [a, b, c, d] = (number * 4.0).to_be_bytes();
                [b, a, d, c]
            }
        }
    }
}

/// Value of a parameter.
pub(crate) enum Value {
    Texts(usize, Vec<&'static str>),
    Integers(Vec<i32>),
    Floats(Vec<f32>),
}
use Value::{Floats, Integers, Texts};

/// A file in the making.
pub(crate) struct File {
    pub(crate) machine: Machine,
    /// Length per unit; below 0 for floating-point numbers.
    pub(crate) scale: f32,
    /// Points of each frame: position and residual.
    pub(crate) frames: Vec<Vec<([f32; 3], f32)>>,
    /// Analog numbers of a frame.
    pub(crate) analog: usize,
    pub(crate) first_frame: i32,
    parameters: Vec<(&'static str, &'static str, Value)>,
    pub(crate) events: Vec<(f32, &'static str)>,
}

impl File {
    pub(crate) fn new(machine: Machine, scale: f32) -> Self {
        let frame =
            |n: u8| vec![([100.0, 200.0, 1000.0 + f32::from(n)], 0.5), ([0.0, f32::from(n), 0.0], 2.0)];
        Self {
            machine,
            scale,
            frames: (0..5).map(frame).collect(),
            analog: 3,
            first_frame: 1,
            parameters: vec![
                ("POINT", "LABELS", Texts(4, vec!["LFHD", "R"])),
                ("POINT", "UNITS", Texts(4, vec!["mm"])),
                ("POINT", "X_SCREEN", Texts(2, vec!["+X"])),
                ("POINT", "Y_SCREEN", Texts(2, vec!["+Z"])),
            ],
            events: Vec::new(),
        }
    }

    pub(crate) fn with(mut self, group: &'static str, name: &'static str, value: Value) -> Self {
        self.parameters.retain(|(a, b, _)| (*a, *b) != (group, name));
        self.parameters.push((group, name, value));
        self
    }

    pub(crate) fn bytes(&self) -> Vec<u8> {
        let (machine, points) = (self.machine, self.frames.first().map_or(0, Vec::len));
        let mut all: Vec<(&str, &str, Value)> = vec![
            ("POINT", "USED", Integers(vec![points as i32])),
            ("POINT", "FRAMES", Integers(vec![self.frames.len().min(65_535) as i32])),
            ("POINT", "SCALE", Floats(vec![self.scale])),
            ("POINT", "RATE", Floats(vec![50.0])),
        ];
        all.retain(|(a, b, _)| !self.parameters.iter().any(|(c, d, _)| (a, b) == (c, d)));
        let all: Vec<_> = all.iter().chain(&self.parameters).collect();
        let mut groups: Vec<&str> = all.iter().map(|(group, ..)| *group).collect();
        groups.sort_unstable();
        groups.dedup();
        let mut section = vec![1, 0x50, 0, machine as u8];
        for (number, group) in groups.iter().enumerate() {
            section.extend([group.len() as u8, -(number as i8 + 1) as u8]);
            section.extend(group.as_bytes());
            section.extend(machine.i16(3));
            section.push(0);
        }
        for (group, name, value) in &all {
            let number = groups.iter().position(|known| known == group).unwrap() as u8 + 1;
            let (kind, dimensions, data): (i8, Vec<u8>, Vec<u8>) = match value {
                Texts(length, texts) => {
                    let text = |text: &&str| format!("{text:length$}").into_bytes();
                    (-1, vec![*length as u8, texts.len() as u8], texts.iter().flat_map(text).collect())
                }
                Integers(all) => {
                    (2, vec![all.len() as u8], all.iter().flat_map(|number| machine.i16(*number)).collect())
                }
                Floats(all) => {
                    (4, vec![all.len() as u8], all.iter().flat_map(|number| machine.f32(*number)).collect())
                }
            };
            section.extend([name.len() as u8, number]);
            section.extend(name.as_bytes());
            section.extend(machine.i16((5 + dimensions.len() + data.len()) as i32));
            section.extend([kind as u8, dimensions.len() as u8]);
            section.extend(dimensions);
            section.extend(data);
            section.push(0);
        }
        section.extend([0, 0]);
        section.resize(section.len().next_multiple_of(512), 0);
        section[2] = (section.len() / 512) as u8;
        let data_block = 2 + section.len() / 512;
        let mut file = self.header(points, data_block as i32);
        file.extend(section);
        self.frames.iter().for_each(|frame| self.frame(frame, &mut file));
        file
    }

    fn header(&self, points: usize, data_block: i32) -> Vec<u8> {
        let machine = self.machine;
        let last = self.first_frame + self.frames.len() as i32 - 1;
        let mut header = vec![2, 0x50];
        for number in [points as i32, self.analog as i32, self.first_frame, last.min(65_535), 10] {
            header.extend(machine.i16(number));
        }
        header.extend(machine.f32(self.scale));
        header.extend(machine.i16(data_block));
        header.extend(machine.i16(1));
        header.extend(machine.f32(50.0));
        header.resize(512, 0);
        if !self.events.is_empty() {
            header[298..300].copy_from_slice(&machine.i16(12_345));
            header[300..302].copy_from_slice(&machine.i16(self.events.len() as i32));
            for (n, (time, label)) in self.events.iter().enumerate() {
                header[304 + 4 * n..308 + 4 * n].copy_from_slice(&machine.f32(*time));
                header[396 + 4 * n..400 + 4 * n].copy_from_slice(label.as_bytes());
            }
        }
        header
    }

    fn frame(&self, frame: &[([f32; 3], f32)], file: &mut Vec<u8>) {
        let machine = self.machine;
        for (position, residual) in frame {
            for number in position.iter().chain([residual]) {
                match self.scale < 0.0 {
                    true => file.extend(machine.f32(*number)),
                    false => file.extend(machine.i16((number / self.scale).round() as i32)),
                }
            }
        }
        file.extend(vec![7; self.analog * if self.scale < 0.0 { 4 } else { 2 }]);
    }
}
