//! Contents of buffers that the reverse half reads again as a whole.
use crate::free_list::FreeList;

/// A stack of contents, and memory for more.
#[derive(Clone, Default)]
pub struct Contents {
    kept: FreeList<f64>,
    /// Empty vectors with memory.
    spare: FreeList<f64>,
    /// How many floats are kept.
    size: usize,
}

impl Contents {
    /// How many floats are kept.
    pub fn size(&self) -> usize {
        self.size
    }

    /// How many contents are kept.
    pub fn len(&self) -> usize {
        self.kept.len()
    }

    pub fn keep(&mut self, content: &[f64]) {
        let mut copy = self.spare.take();
        copy.extend_from_slice(content);
        self.size += copy.len();
        self.kept.give(copy);
    }

    pub fn take(&mut self) -> Vec<f64> {
        let content = self.kept.take();
        self.size -= content.len();
        content
    }

    pub fn give(&mut self, mut content: Vec<f64>) {
        content.clear();
        self.spare.give(content);
    }

    /// Forgets all that were kept since there were so many.
    pub fn release(&mut self, count: usize) {
        while self.kept.len() > count {
            let content = self.take();
            self.give(content);
        }
    }
}
