// A line of the results: ours, what it is compared with, and whether the target is met.

/** Ours against a reference: the ratio must be at most the target. */
export function atMostTimes(what, ours, reference, unit, target) {
  const ratio = ours / reference;
  return {
    what,
    ours,
    reference,
    unit,
    value: ratio,
    target,
    rule: 'at most',
    met: target === null ? null : ratio <= target,
  };
}

/** A reference against ours: it must be at least the target times ours. */
export function atLeastTimes(what, ours, reference, unit, target) {
  const ratio = reference / ours;
  return {
    what,
    ours,
    reference,
    unit,
    value: ratio,
    target,
    rule: 'at least',
    met: target === null ? null : ratio >= target,
  };
}

/** A figure of ours with a ceiling. */
export function atMost(what, ours, unit, target) {
  return {
    what,
    ours,
    reference: null,
    unit,
    value: null,
    target,
    rule: 'at most',
    met: ours <= target,
  };
}

/** A figure of ours with a floor. */
export function atLeast(what, ours, unit, target) {
  return {
    what,
    ours,
    reference: null,
    unit,
    value: null,
    target,
    rule: 'at least',
    met: ours >= target,
  };
}

const HEAD = ['what', 'ours', 'reference', 'ratio', 'target', 'met'];

/** The rows as a Markdown table with aligned columns. */
export function formatTable(rows) {
  const cells = rows.map(({ what, ours, reference, unit, value, target, rule, met }) => [
    what,
    formatFigure(ours, unit),
    reference === null ? '' : formatFigure(reference, unit),
    value === null ? '' : formatRatio(value),
    target === null ? '' : `${rule} ${value === null ? formatFigure(target, unit) : `${target}x`}`,
    met === null ? '' : met ? 'yes' : 'NO',
  ]);
  const widths = HEAD.map((head, at) =>
    Math.max(head.length, ...cells.map((row) => row[at].length)),
  );
  const line = (row) =>
    `| ${row.map((cell, at) => (at === 0 ? cell.padEnd(widths[at]) : cell.padStart(widths[at]))).join(' | ')} |`;
  const rule = `|${widths.map((width, at) => (at === 0 ? `:${'-'.repeat(width + 1)}` : `${'-'.repeat(width + 1)}:`)).join('|')}|`;
  return [line(HEAD), rule, ...cells.map(line)].join('\n');
}

function formatRatio(value) {
  return `${value.toFixed(value < 10 ? 2 : 1)}x`;
}

function formatFigure(value, unit) {
  if (unit === 'ms')
    return value < 1000 ? `${value.toFixed(0)} ms` : `${(value / 1000).toFixed(2)} s`;
  if (unit === '/s') return `${Math.round(value / 1000).toLocaleString('en')}k/s`;
  if (unit === 'µs') return `${value.toFixed(2)} µs`;
  if (unit === 'MB') return `${value.toFixed(1)} MB`;
  return `${value} ${unit}`.trim();
}
