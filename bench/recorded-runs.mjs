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
export function measureDataset({ quick }) {
  const count = quick ? 1000 : 10000;
  return measure(quick, {
    what: `${count} dataset rows`,
    folder: writeDataset(DATA, count),
    recorded: 'rows.jsonl',
    isDone: ({ verdict, evals: [{ cases }] }) => verdict === 'pass' && cases.length === count,
    targets: { cpu: 4, memory: 200 },
  });
}

/** As tests of one suite. */
export function measureSuite({ quick }) {
  const count = quick ? 1000 : 10000;
  return measure(quick, {
    what: `${count} tests in one YAML suite`,
    folder: writeSuite(DATA, count),
    recorded: 'traces.jsonl',
    isDone: ({ verdict, tests }) => verdict === 'pass' && tests.length === count,
    targets: { cpu: 12, memory: null },
  });
}

function measure(quick, { what, folder, recorded, isDone, targets }) {
  const report = join(folder, 'report.json');
  const ours = [CLI, 'run', join(folder, 'suite.yaml'), '--reporter', `json=${report}`];
  const best = timeInTurn(quick ? 3 : 8, {
    bare: () => timeCommand(['node', BARE, join(folder, recorded)]),
    ours: () => timeCommand(['node', ...ours]),
  });
  if (!isDone(JSON.parse(readFileSync(report, 'utf8'))))
    throw new Error(`${report} is not the report of a run that passed`);
  return [
    atMostTimes(`${what} / bare script, CPU`, best.ours.cpuMs, best.bare.cpuMs, 'ms', targets.cpu),
    atMostTimes(`${what} / bare script, wall`, best.ours.wallMs, best.bare.wallMs, 'ms', null),
    atMost(`${what}, peak memory`, peakMegabytes(quick ? 1 : 3, ours), 'MB', targets.memory),
  ];
}
