// A million recorded runs of one to nine calls: `run` against the plain path, DuckDB and native simdjson, which all must count the same.
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { writeBulk } from './bulk-data.mjs';
import { CLI, DATA } from './places.mjs';
import { peakMegabytes, timeCommand, timeInTurn } from './process.mjs';
import { atLeastTimes, atMost, atMostTimes } from './row.mjs';

const here = (name) => fileURLToPath(new URL(name, import.meta.url));
const THREADS = '2';
const LOG = join(DATA, 'last-command.log');

export function measureBulk({ quick }) {
  const count = quick ? 100_000 : 1_000_000;
  const folder = writeBulk(DATA, count);
  const file = join(folder, 'traces.jsonl');
  const report = join(folder, 'report.json');
  const ours = (threads) => [
    CLI,
    'run',
    join(folder, 'suite.yaml'),
    '--concurrency',
    threads,
    '--reporter',
    `json=${report}`,
  ];
  const plain = here('bulk-plain.mjs');
  const duckdb = installDuckDb();
  const simdjson = buildSimdjson();
  const commands = {
    lines: ['wc', '-l', file],
    parse: ['node', plain, file, THREADS, 'parse'],
    plain: ['node', plain, file, THREADS],
    ...(simdjson === null ? {} : { simdjson: [simdjson, file] }),
    ...(duckdb === null
      ? {}
      : { duckdb: ['node', here('bulk-duckdb.mjs'), file, THREADS, duckdb] }),
    one: ['node', ...ours('1')],
    ours: ['node', ...ours(THREADS)],
  };
  const best = timeInTurn(
    quick ? 2 : 5,
    Object.fromEntries(
      Object.entries(commands).map(([name, command]) => [name, () => timeCommand(command)]),
    ),
  );
  checkCounts(
    report,
    Object.entries(commands).filter(([name]) => COUNTING.has(name)),
  );
  const cpu = (name) => best[name].cpuMs;
  const wall = (name) => best[name].wallMs;
  const what = `${count.toLocaleString('en')} native traces`;
  const rows = [
    atLeastTimes(
      `${what}, 2 threads / JSON.parse per line, wall`,
      wall('ours'),
      wall('plain'),
      'ms',
      5,
    ),
    atLeastTimes(
      `${what}, 2 threads / JSON.parse per line, CPU`,
      cpu('ours'),
      cpu('plain'),
      'ms',
      5,
    ),
    atLeastTimes(
      `${what}, 2 threads / parsing alone, wall`,
      wall('ours'),
      wall('parse'),
      'ms',
      null,
    ),
    atMostTimes(`${what}, 2 threads / wc -l, wall`, wall('ours'), wall('lines'), 'ms', null),
    atMost(`${what}, 1 thread, CPU`, cpu('one'), 'ms', null),
  ];
  if (duckdb !== null)
    rows.push(
      atLeastTimes(
        `${what}, 2 threads / DuckDB read_json, wall`,
        wall('ours'),
        wall('duckdb'),
        'ms',
        2,
      ),
    );
  if (simdjson !== null)
    rows.push(
      atMostTimes(
        `${what}, 1 thread / native simdjson, CPU`,
        cpu('one'),
        cpu('simdjson'),
        'ms',
        1.5,
      ),
    );
  rows.push(atMost(`${what}, peak memory`, peakMegabytes(1, ours(THREADS)), 'MB', 150));
  return rows;
}

const COUNTING = new Set(['plain', 'simdjson', 'duckdb']);

/** Everybody's true and false positives and false negatives must be the report's. */
function checkCounts(report, commands) {
  const { tests } = JSON.parse(readFileSync(report, 'utf8'));
  const sum = (key) => tests.reduce((total, { scores: [{ tally }] }) => total + tally[key], 0);
  const expected = `${sum('tp')} ${sum('fp')} ${sum('fn')}`;
  for (const [name, command] of commands) {
    timeCommand(command);
    const told = readFileSync(LOG, 'utf8').trim().split(' ').slice(0, 3).join(' ');
    if (told !== expected) throw new Error(`${name} counts ${told}, not ${expected}`);
  }
}

/** The folder where DuckDB is installed, by the benchmark only; null where it cannot be had. */
function installDuckDb() {
  const folder = join(DATA, 'duckdb');
  if (existsSync(join(folder, 'node_modules/@duckdb/node-api'))) return folder;
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'package.json'), '{ "private": true, "type": "module" }');
  try {
    const args = [
      'install',
      '--include=optional',
      '--loglevel',
      'error',
      '@duckdb/node-api@1.5.6-r.1',
    ];
    execFileSync('npm', args, { cwd: folder, stdio: 'ignore' });
    return folder;
  } catch {
    process.stderr.write('DuckDB cannot be installed here and is left out\n');
    return null;
  }
}

/** The program that counts with simdjson; null where there is no compiler, or no header (Debian: libsimdjson-dev). */
function buildSimdjson() {
  const program = join(DATA, 'bulk-simdjson');
  const args = ['-O3', '-march=native', '-std=c++17', here('bulk-simdjson.cpp'), '-o', program];
  try {
    execFileSync('g++', [...args, '-lsimdjson'], { stdio: 'ignore' });
    return program;
  } catch {
    process.stderr.write('native simdjson cannot be built here and is left out\n');
    return null;
  }
}
