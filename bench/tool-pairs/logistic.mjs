/** Keeps coefficients of features that separate the classes finite. */
const RIDGE = 1e-3;
const MAX_STEPS = 100;

/** The coefficients of a logistic regression, by Newton's method. The first feature of every row is 1. */
export function fitLogistic(rows, outcomes) {
  const size = rows[0].length;
  let coefficients = Array.from({ length: size }, () => 0);
  for (let step = 0; step < MAX_STEPS; step++) {
    const gradient = coefficients.map((value) => -RIDGE * value);
    const hessian = coefficients.map((_, at) =>
      coefficients.map((__, other) => (at === other ? RIDGE : 0)),
    );
    for (const [index, row] of rows.entries()) {
      const logit = row.reduce((sum, value, at) => sum + value * coefficients[at], 0);
      const share = 1 / (1 + Math.exp(-logit));
      for (let at = 0; at < size; at++) {
        gradient[at] += row[at] * (outcomes[index] - share);
        for (let other = 0; other < size; other++)
          hessian[at][other] += row[at] * row[other] * share * (1 - share);
      }
    }
    const change = solve(hessian, gradient);
    coefficients = coefficients.map((value, at) => value + change[at]);
    if (change.every((value) => Math.abs(value) < 1e-9)) break;
  }
  return coefficients;
}

/** Gaussian elimination with pivots. */
function solve(matrix, values) {
  const rows = matrix.map((row, at) => [...row, values[at]]);
  for (let column = 0; column < rows.length; column++) {
    const pivot = rows.reduce(
      (best, row, at) =>
        at >= column && Math.abs(row[column]) > Math.abs(rows[best][column]) ? at : best,
      column,
    );
    [rows[column], rows[pivot]] = [rows[pivot], rows[column]];
    for (let at = 0; at < rows.length; at++) {
      if (at === column) continue;
      const factor = rows[at][column] / rows[column][column];
      for (let other = column; other <= rows.length; other++)
        rows[at][other] -= factor * rows[column][other];
    }
  }
  return rows.map((row, at) => row.at(-1) / row[at]);
}
