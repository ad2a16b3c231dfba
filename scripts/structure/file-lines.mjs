import { FILE_LINES, NOT_SPLIT_YET } from '../structure-rules.mjs';

const SHARES = { median: 0.5, p90: 0.9 };

/** The faults of file lengths: of each file, of half of them, of nine in ten. */
export function* lineFaults(texts) {
  const lengths = texts.map(([path, text]) => ({ path, lines: text.match(/\n/g)?.length ?? 0 }));
  const sorted = lengths.map(({ lines }) => lines).toSorted((a, b) => a - b);
  const faults = new Map();
  for (const { path, lines } of lengths)
    if (lines > FILE_LINES.max) faults.set(path, `${lines} lines, at most ${FILE_LINES.max}`);
  for (const [name, share] of Object.entries(SHARES)) {
    const lines = sorted[Math.ceil(share * sorted.length) - 1] ?? 0;
    const limit = FILE_LINES[name];
    if (lines >= limit) faults.set(name, `${lines} lines, expected less than ${limit}`);
  }
  for (const [name, fault] of faults) if (!NOT_SPLIT_YET.includes(name)) yield `${name}: ${fault}`;
}
