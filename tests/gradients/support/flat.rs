//! Every argument, gradient and result as a flat list of `f64`, in order.

/// A float type: the tests compute in `f64` whatever the function computes in.
pub trait Real: Copy {
    const EPSILON: f64;
    fn widen(self) -> f64;
    fn narrow(wide: f64) -> Self;
}

impl Real for f64 {
    const EPSILON: f64 = f64::EPSILON;

    fn widen(self) -> f64 {
        self
    }

    fn narrow(wide: f64) -> f64 {
        wide
    }
}

impl Real for f32 {
    const EPSILON: f64 = f32::EPSILON as f64;

    fn widen(self) -> f64 {
        f64::from(self)
    }

    fn narrow(wide: f64) -> f32 {
        wide as f32
    }
}

/// A number of whatever float type the place wants.
pub fn real<R: Real>(wide: f64) -> R {
    R::narrow(wide)
}

pub trait Flat {
    fn put(&self, list: &mut Vec<f64>);
    fn take(&mut self, list: &mut dyn Iterator<Item = f64>);
    /// That of its coarsest float.
    fn epsilon(&self) -> f64;
}

macro_rules! flat_real {
    ($($real:ident)*) => {$(
        impl Flat for $real {
            fn put(&self, list: &mut Vec<f64>) {
                list.push(self.widen());
            }

            fn take(&mut self, list: &mut dyn Iterator<Item = f64>) {
                *self = $real::narrow(list.next().expect("the list is too short"));
            }

            fn epsilon(&self) -> f64 {
                $real::EPSILON.into()
            }
        }
    )*};
}

flat_real!(f64 f32);

/// What carries no float, and its tangent.
macro_rules! flat_nothing {
    ($($nothing:ty)*) => {$(
        impl Flat for $nothing {
            fn put(&self, _: &mut Vec<f64>) {}

            fn take(&mut self, _: &mut dyn Iterator<Item = f64>) {}

            fn epsilon(&self) -> f64 {
                0.0
            }
        }
    )*};
}

flat_nothing!(() bool i32 usize);

impl<T: Flat> Flat for Vec<T> {
    fn put(&self, list: &mut Vec<f64>) {
        self.iter().for_each(|item| item.put(list));
    }

    fn take(&mut self, list: &mut dyn Iterator<Item = f64>) {
        self.iter_mut().for_each(|item| item.take(list));
    }

    fn epsilon(&self) -> f64 {
        self.iter().map(Flat::epsilon).fold(0.0, f64::max)
    }
}

impl<T: Flat, const N: usize> Flat for [T; N] {
    fn put(&self, list: &mut Vec<f64>) {
        self.iter().for_each(|item| item.put(list));
    }

    fn take(&mut self, list: &mut dyn Iterator<Item = f64>) {
        self.iter_mut().for_each(|item| item.take(list));
    }

    fn epsilon(&self) -> f64 {
        self.iter().map(Flat::epsilon).fold(0.0, f64::max)
    }
}

macro_rules! flat_tuple {
    ($($item:ident $at:tt),*) => {
        impl<$($item: Flat),*> Flat for ($($item,)*) {
            fn put(&self, list: &mut Vec<f64>) {
                $(self.$at.put(list);)*
            }

            fn take(&mut self, list: &mut dyn Iterator<Item = f64>) {
                $(self.$at.take(list);)*
            }

            fn epsilon(&self) -> f64 {
                [$(self.$at.epsilon()),*].into_iter().fold(0.0, f64::max)
            }
        }
    };
}

flat_tuple!(A 0);
flat_tuple!(A 0, B 1);
flat_tuple!(A 0, B 1, C 2);

pub fn flatten(parts: &[&dyn Flat]) -> Vec<f64> {
    let mut list = Vec::new();
    parts.iter().for_each(|part| part.put(&mut list));
    list
}

/// Lays a flat list into buffers, which say by their shape how long it is.
pub fn load(parts: &mut [&mut dyn Flat], list: &[f64]) {
    let mut list = list.iter().copied();
    parts.iter_mut().for_each(|part| part.take(&mut list));
    assert!(list.next().is_none(), "the list is too long");
}

/// Sets every number of the buffers.
pub fn fill(parts: &mut [&mut dyn Flat], number: f64) {
    let mut list = std::iter::repeat(number);
    parts.iter_mut().for_each(|part| part.take(&mut list));
}

pub fn epsilon(parts: &[&dyn Flat]) -> f64 {
    parts.iter().map(|part| part.epsilon()).fold(0.0, f64::max)
}
