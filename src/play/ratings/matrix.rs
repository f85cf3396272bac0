//! Small symmetric matrices: what ratings are computed with.
//!
//! Knows no players.

/// A square matrix.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Matrix {
    size: usize,
    cells: Vec<f64>,
}

impl Matrix {
    pub(super) fn zero(size: usize) -> Self {
        Self { size, cells: vec![0.0; size * size] }
    }

    pub(super) fn at(&self, row: usize, column: usize) -> f64 {
        self.cells[row * self.size + column]
    }

    fn row(&self, row: usize) -> &[f64] {
        &self.cells[row * self.size..][..self.size]
    }

    pub(super) fn at_mut(&mut self, row: usize, column: usize) -> &mut f64 {
        &mut self.cells[row * self.size + column]
    }

    pub(super) fn times(mut self, factor: f64) -> Self {
        self.cells.iter_mut().for_each(|cell| *cell *= factor);
        self
    }

    /// With 1/size added everywhere: if the rows of the matrix sum to 0 and nothing else is
    /// singular, the result can be inverted.
    pub(super) fn centred(mut self) -> Self {
        let part = (self.size as f64).recip();
        self.cells.iter_mut().for_each(|cell| *cell += part);
        self
    }

    /// Undoes [`Matrix::centred`], also in the inverse.
    pub(super) fn uncentred(mut self) -> Self {
        let part = (self.size as f64).recip();
        self.cells.iter_mut().for_each(|cell| *cell -= part);
        self
    }

    /// Without a row and its column.
    pub(super) fn without(&self, place: usize) -> Self {
        let kept: Vec<usize> = (0..self.size).filter(|row| *row != place).collect();
        let cells = kept.iter().flat_map(|row| kept.iter().map(|column| self.at(*row, *column)));
        Self { size: kept.len(), cells: cells.collect() }
    }

    /// With a row of zeros and its column, at this place.
    pub(super) fn with_zero(&self, place: usize) -> Self {
        let mut found = Self::zero(self.size + 1);
        let moved = |row: usize| if row < place { row } else { row + 1 };
        for row in 0..self.size {
            for column in 0..self.size {
                *found.at_mut(moved(row), moved(column)) = self.at(row, column);
            }
        }
        found
    }

    /// The solution of the equations with this right side; `None` if the matrix is not positive
    /// definite.
    pub(super) fn solve(&self, right: &[f64]) -> Option<Vec<f64>> {
        Some(self.factor()?.solve_factored(right))
    }

    /// The inverse; `None` if the matrix is not positive definite.
    pub(super) fn inverse(&self) -> Option<Self> {
        let factor = self.factor()?;
        let mut found = Self::zero(self.size);
        for column in 0..self.size {
            let mut unit = vec![0.0; self.size];
            unit[column] = 1.0;
            for (row, value) in factor.solve_factored(&unit).into_iter().enumerate() {
                *found.at_mut(row, column) = value;
            }
        }
        Some(found)
    }

    /// The lower triangle whose product with its mirror image is this matrix (Cholesky).
    fn factor(&self) -> Option<Self> {
        let mut factor = Self::zero(self.size);
        for row in 0..self.size {
            for column in 0..=row {
                let known = product(&factor.row(row)[..column], factor.row(column));
                let left = self.at(row, column) - known;
                *factor.at_mut(row, column) = if row == column {
                    if left.is_nan() || left <= 0.0 {
                        return None;
                    }
                    left.sqrt()
                } else {
                    left / factor.at(column, column)
                };
            }
        }
        Some(factor)
    }

    fn solve_factored(&self, right: &[f64]) -> Vec<f64> {
        let mut found = right.to_vec();
        for row in 0..self.size {
            let known = product(&self.row(row)[..row], &found);
            found[row] = (found[row] - known) / self.at(row, row);
        }
        for row in (0..self.size).rev() {
            found[row] /= self.at(row, row);
            let (above, below) = found.split_at_mut(row);
            above.iter_mut().zip(self.row(row)).for_each(|(sum, cell)| *sum -= cell * below[0]);
        }
        found
    }
}

/// The sum of the products of two lists, as far as the shorter one goes.
fn product(one: &[f64], other: &[f64]) -> f64 {
    one.iter().zip(other).map(|(one, other)| one * other).sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_matrix_times_its_inverse_is_one() {
        let cells = vec![4.0, 1.0, -2.0, 1.0, 3.0, 0.5, -2.0, 0.5, 5.0];
        let matrix = Matrix { size: 3, cells };
        let inverse = matrix.inverse().unwrap();
        for row in 0..3 {
            for column in 0..3 {
                let found: f64 = (0..3).map(|k| matrix.at(row, k) * inverse.at(k, column)).sum();
                assert!((found - f64::from(u8::from(row == column))).abs() < 1e-12);
            }
        }
        assert_eq!(Matrix::zero(2).inverse(), None);
    }
}
