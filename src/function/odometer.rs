//! The combinations of the values of several fields.

/// Goes through the combinations of the values of several fields, each as an encoded key.
pub(super) struct Odometer<'a> {
    values: Vec<&'a [Vec<u8>]>,
    wheels: Vec<usize>,
    key: Vec<u8>,
    done: bool,
}

impl<'a> Odometer<'a> {
    pub(super) fn new(values: Vec<&'a [Vec<u8>]>) -> Self {
        let done = values.iter().any(|v| v.is_empty());
        Self { wheels: vec![0; values.len()], values, key: Vec::new(), done }
    }

    pub(super) fn next(&mut self) -> Option<&[u8]> {
        if self.done {
            return None;
        }
        self.key.clear();
        for (values, &wheel) in self.values.iter().zip(&self.wheels) {
            self.key.extend_from_slice(&values[wheel]);
        }
        self.done = true;
        for (wheel, values) in self.wheels.iter_mut().zip(&self.values).rev() {
            *wheel += 1;
            if *wheel < values.len() {
                self.done = false;
                break;
            }
            *wheel = 0;
        }
        Some(&self.key)
    }
}
