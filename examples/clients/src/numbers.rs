//! Numbers that look random and are always the same.

pub struct Numbers(u64);

impl Numbers {
    pub fn new(seed: u64) -> Self {
        Numbers(seed)
    }

    /// Between -1 and 1.
    pub fn draw(&mut self) -> f64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005);
        self.0 = self.0.wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as f64 / (1u64 << 30) as f64 - 1.0
    }

    pub fn take<const N: usize>(&mut self, scale: f64) -> [f64; N] {
        std::array::from_fn(|_| scale * self.draw())
    }

    pub fn list(&mut self, length: usize, scale: f64) -> Vec<f64> {
        (0..length).map(|_| scale * self.draw()).collect()
    }

    pub fn shuffle<T>(&mut self, items: &mut [T]) {
        for i in (1..items.len()).rev() {
            let j = (self.draw() + 1.0) * 0.5 * (i + 1) as f64;
            items.swap(i, (j as usize).min(i));
        }
    }
}
