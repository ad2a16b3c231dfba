// 10,000 recorded runs of five calls, scored, gated and reported, against a bare script that parses the same file and counts.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { CLI, DATA } from './places.mjs';
import { peakMegabytes, timeCommand, timeInTurn } from './process.mjs';
import { atMost, atMostTimes } from './row.mjs';
import { writeDataset, writeSuite } from './write-data.mjs';

const BARE = fileURLToPath(new URL('bare-count.mjs', import.meta.url));

/** As rows of a dataset, in one eval. */
export function measureDataset(options) {
  const count = options.quick ? 1000 : 10000;
  const folder = writeDataset(DATA, count);
  const verdictOf = ({ evals: [{ verdict, cases }] }) =>
    cases.length === count ? verdict : `${cases.length} cases`;
  return measure(`${count} dataset rows`, folder, 'rows.jsonl', verdictOf, 4, options);
}

/** As tests of one suite. */
export function measureSuite(options) {
  const count = options.quick ? 1000 : 10000;
  const folder = writeSuite(DATA, count);
  const verdictOf = ({ verdict, tests }) =>
    tests.length === count ? verdict : `${tests.length} tests`;
  return measure(
    `${count} tests in one YAML suite`,
    folder,
    'traces.jsonl',
    verdictOf,
    12,
    options,
  );
}

function measure(what, folder, recorded, verdictOf, target, { quick }) {
  const report = join(folder, 'report.json');
  const ours = [CLI, 'run', join(folder, 'suite.yaml'), '--reporter', `json=${report}`];
  const best = timeInTurn(quick ? 3 : 8, {
    bare: () => timeCommand(['node', BARE, join(folder, recorded)]),
    ours: () => timeCommand(['node', ...ours]),
  });
  const verdict = verdictOf(JSON.parse(readFileSync(report, 'utf8')));
  if (verdict !== 'pass') throw new Error(`${report}: ${verdict}`);
  return [
    atMostTimes(`${what} / bare script, CPU`, best.ours.cpuMs, best.bare.cpuMs, 'ms', target),
    atMostTimes(`${what} / bare script, wall`, best.ours.wallMs, best.bare.wallMs, 'ms', null),
    atMost(`${what}, peak memory`, peakMegabytes(quick ? 1 : 3, ours), 'MB', 200),
  ];
}
