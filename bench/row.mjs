// A line of the results: ours, what it is compared with, and whether the target is met. Without a target it is only shown.

/** Ours against a reference: the ratio must be at most the target. */
export function atMostTimes(what, ours, reference, unit, target) {
  return judge({ what, ours, reference, unit, ratio: ours / reference, target, rule: 'at most' });
}

/** A reference against ours: the ratio must be at least the target. */
export function atLeastTimes(what, ours, reference, unit, target) {
  return judge({ what, ours, reference, unit, ratio: reference / ours, target, rule: 'at least' });
}

/** A figure of ours with a ceiling. */
export function atMost(what, ours, unit, target) {
  return judge({ what, ours, reference: null, unit, ratio: null, target, rule: 'at most' });
}

/** A figure of ours with a floor. */
export function atLeast(what, ours, unit, target) {
  return judge({ what, ours, reference: null, unit, ratio: null, target, rule: 'at least' });
}

function judge(row) {
  const { ours, ratio, target, rule } = row;
  if (target === null) return { ...row, met: null };
  const value = ratio ?? ours;
  return { ...row, met: rule === 'at most' ? value <= target : value >= target };
}

const HEAD = ['what', 'ours', 'reference', 'ratio', 'target', 'met'];

/** The rows as a Markdown table with aligned columns. */
export function formatTable(rows) {
  const cells = rows.map(({ what, ours, reference, unit, ratio, target, rule, met }) => [
    what,
    formatFigure(ours, unit),
    reference === null ? '' : formatFigure(reference, unit),
    ratio === null ? '' : formatRatio(ratio),
    target === null ? '' : `${rule} ${ratio === null ? formatFigure(target, unit) : `${target}x`}`,
    met === null ? '' : met ? 'yes' : 'NO',
  ]);
  const widths = HEAD.map((head, at) =>
    Math.max(head.length, ...cells.map((row) => row[at].length)),
  );
  const pad = (cell, at) => (at === 0 ? cell.padEnd(widths[at]) : cell.padStart(widths[at]));
  const line = (row) => `| ${row.map(pad).join(' | ')} |`;
  const bar = widths.map((width, at) =>
    at === 0 ? '-'.repeat(width) : `${'-'.repeat(width - 1)}:`,
  );
  return [line(HEAD), line(bar), ...cells.map(line)].join('\n');
}

function formatRatio(ratio) {
  return `${ratio.toFixed(ratio < 10 ? 2 : 1)}x`;
}

function formatFigure(value, unit) {
  if (unit === 'ms')
    return value < 1000 ? `${value.toFixed(0)} ms` : `${(value / 1000).toFixed(2)} s`;
  if (unit === '/s') return `${Math.round(value / 1000).toLocaleString('en')}k/s`;
  if (unit === 'µs') return `${value.toFixed(2)} µs`;
  if (unit === 'MB') return `${value.toFixed(1)} MB`;
  if (unit === 'x') return formatRatio(value);
  return `${Math.round(value).toLocaleString('en')} ${unit}`.trim();
}
