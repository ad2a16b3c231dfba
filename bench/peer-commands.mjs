// whichtool against promptfoo and vitest-evals as commands: the same recorded calls and expectations, a JSON report each, start-up included.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { CLI, DATA, PEERS } from './places.mjs';
import { timeCommand, timeInTurn } from './process.mjs';
import { atLeastTimes } from './row.mjs';
import { writePeerCases } from './write-data.mjs';

/** No network, no history, no log files: only what the comparison asks for. */
const PROMPTFOO_ENV = {
  PROMPTFOO_CONFIG_DIR: join(DATA, 'promptfoo'),
  PROMPTFOO_DISABLE_DEBUG_LOG: 'true',
  PROMPTFOO_DISABLE_ERROR_LOG: 'true',
  PROMPTFOO_DISABLE_REMOTE_GENERATION: 'true',
  PROMPTFOO_DISABLE_TELEMETRY: 'true',
  PROMPTFOO_DISABLE_UPDATE: 'true',
};
const PROMPTFOO_FLAGS = [
  '--no-cache',
  '--no-write',
  '--no-table',
  '--no-progress-bar',
  '--no-share',
];

export function measurePeerCommands({ quick }) {
  const count = quick ? 1000 : 10000;
  const folder = writePeerCases(DATA, count);
  const at = (name) => join(folder, name);
  const ours = (suite) => () => {
    const report = at(`${suite}.report.json`);
    const cost = timeCommand([
      'node',
      CLI,
      'run',
      at(`${suite}.yaml`),
      '--reporter',
      `json=${report}`,
    ]);
    const { tests, evals } = readJson(report);
    const verdicts = [...tests, ...evals.flatMap(({ cases }) => cases)];
    expectPasses(count, verdicts.filter(({ verdict }) => verdict === 'pass').length, suite);
    return cost;
  };
  const promptfoo = () => {
    const entry = join(PEERS, 'node_modules/promptfoo/dist/src/entrypoint.js');
    const report = at('promptfoo.report.json');
    const args = ['eval', '-c', at('promptfoo.json'), ...PROMPTFOO_FLAGS, '-o', report];
    const cost = timeCommand(['node', entry, ...args], { cwd: folder, env: PROMPTFOO_ENV });
    expectPasses(count, readJson(report).results.stats.successes, 'promptfoo');
    return cost;
  };
  const vitestEvals = () => {
    const entry = join(PEERS, 'node_modules/vitest/vitest.mjs');
    const report = at('vitest-evals.report.json');
    const args = [
      'run',
      '--config',
      'vitest.config.mjs',
      '--root',
      '.',
      '--reporter=json',
      `--outputFile=${report}`,
    ];
    const cost = timeCommand(['node', entry, ...args], {
      cwd: PEERS,
      env: { BENCH_CASES: at('vitest-evals.json') },
    });
    expectPasses(count, readJson(report).numPassedTests, 'vitest-evals');
    return cost;
  };
  const best = timeInTurn(quick ? 1 : 3, {
    namesAsRows: ours('names-as-rows'),
    callsAsRows: ours('calls-as-rows'),
    namesAsTests: ours('names-as-tests'),
    callsAsTests: ours('calls-as-tests'),
    promptfoo,
    vitestEvals,
  });
  const row = (what, mine, theirs, key, target) =>
    atLeastTimes(
      `${what}, ${key === 'cpuMs' ? 'CPU' : 'wall'}`,
      best[mine][key],
      best[theirs][key],
      'ms',
      target,
    );
  return [
    row(
      `promptfoo tool-call-f1, ${count} cases / ours as rows`,
      'namesAsRows',
      'promptfoo',
      'cpuMs',
      30,
    ),
    row(
      `promptfoo tool-call-f1, ${count} cases / ours as rows`,
      'namesAsRows',
      'promptfoo',
      'wallMs',
      null,
    ),
    row(
      `promptfoo tool-call-f1, ${count} cases / ours as tests`,
      'namesAsTests',
      'promptfoo',
      'cpuMs',
      null,
    ),
    row(
      `vitest-evals ToolCallJudge, ${count} cases / ours as rows`,
      'callsAsRows',
      'vitestEvals',
      'cpuMs',
      8,
    ),
    row(
      `vitest-evals ToolCallJudge, ${count} cases / ours as rows`,
      'callsAsRows',
      'vitestEvals',
      'wallMs',
      null,
    ),
    row(
      `vitest-evals ToolCallJudge, ${count} cases / ours as tests`,
      'callsAsTests',
      'vitestEvals',
      'cpuMs',
      null,
    ),
  ];
}

const readJson = (file) => JSON.parse(readFileSync(file, 'utf8'));

/** All cases must pass everywhere, or the contenders did not do the same. */
function expectPasses(count, passes, who) {
  if (passes !== count) throw new Error(`${who}: ${passes} of ${count} cases passed`);
}
