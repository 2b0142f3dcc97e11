/// Numbers from 0 in sets that are joined (union-find with path halving). A set goes by its least number.
pub struct DisjointSets {
    /// Per number: a lower one of its set, or itself.
    links: Vec<usize>,
}

impl DisjointSets {
    /// Sets of one number each.
    pub fn new(count: usize) -> Self {
        Self { links: (0..count).collect() }
    }

    /// Least number of the set that a number is in.
    pub fn least(&mut self, mut number: usize) -> usize {
        while self.links[number] != number {
            self.links[number] = self.links[self.links[number]];
            number = self.links[number];
        }
        number
    }

    /// Joins the sets of two numbers.
    pub fn join(&mut self, a: usize, b: usize) {
        let (a, b) = (self.least(a), self.least(b));
        self.links[a.max(b)] = a.min(b);
    }
}
