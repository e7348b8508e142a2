//! Vectors that are free: memory that cotangents use one after another.

use core::any::Any;
use core::panic::{RefUnwindSafe, UnwindSafe};

/// How many vectors a list holds without memory of its own.
const SMALL: usize = 2;

/// Empty vectors with memory, last in, first out.
///
/// A vector without memory has its place all the same: so what takes and gives in nested order gets
/// the same vector at the same depth every time.
#[derive(Clone)]
pub struct FreeList<T> {
    small: [Vec<T>; SMALL],
    more: Vec<Vec<T>>,
    len: usize,
}

impl<T> FreeList<T> {
    pub const fn new() -> Self {
        Self {
            small: [const { Vec::new() }; SMALL],
            more: Vec::new(),
            len: 0,
        }
    }

    /// How many it holds.
    pub fn len(&self) -> usize {
        self.len
    }

    /// The vector that was given last, or a new one.
    #[inline]
    pub fn take(&mut self) -> Vec<T> {
        let Some(last) = self.len.checked_sub(1) else {
            return Vec::new();
        };
        self.len = last;
        match self.small.get_mut(last) {
            Some(vec) => std::mem::take(vec),
            None => self.more.pop().unwrap_or_default(),
        }
    }

    #[inline]
    pub fn give(&mut self, vec: Vec<T>) {
        match self.small.get_mut(self.len) {
            Some(place) => *place = vec,
            None => self.more.push(vec),
        }
        self.len += 1;
    }
}

impl<T> Default for FreeList<T> {
    fn default() -> Self {
        Self::new()
    }
}

/// What can be inside of a vector that a tape keeps.
pub trait Element: Send + Sync + UnwindSafe + RefUnwindSafe + 'static {}

impl<T: Send + Sync + UnwindSafe + RefUnwindSafe + 'static + ?Sized> Element for T {}

/// A `FreeList<T>` of some `T`.
pub trait AnyList: Any + Element {}

impl<T: Element> AnyList for FreeList<T> {}

/// The list of this type among others.
pub fn other_list<T: Element>(lists: &mut Vec<Box<dyn AnyList>>) -> &mut FreeList<T> {
    let known = lists.iter().position(|list| {
        let list: &dyn Any = &**list;
        list.is::<FreeList<T>>()
    });
    let at = known.unwrap_or_else(|| {
        lists.push(Box::new(FreeList::<T>::new()));
        lists.len() - 1
    });
    let list: &mut dyn Any = &mut *lists[at];
    list.downcast_mut()
        .expect("the list was found by its type or made with it")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_last_given_is_the_first_taken() {
        for count in [0, 1, 4, 5, 20] {
            let mut list = FreeList::new();
            for n in 0..count {
                list.give(vec![n]);
            }
            for n in (0..count).rev() {
                assert_eq!(list.take(), [n]);
            }
            assert_eq!(list.take(), []);
        }
    }

    #[test]
    fn each_type_has_a_list() {
        let mut lists = Vec::new();
        other_list(&mut lists).give(vec![1.0_f32]);
        other_list(&mut lists).give(vec![[2.0_f64]]);
        assert_eq!(other_list::<f32>(&mut lists).take(), [1.0_f32]);
        assert_eq!(other_list::<[f64; 1]>(&mut lists).take(), [[2.0_f64]]);
        assert_eq!(lists.len(), 2);
    }
}
