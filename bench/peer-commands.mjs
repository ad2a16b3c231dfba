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
  const ours = (suite) => {
    const cost = timeCommand([
      'node',
      CLI,
      'run',
      at(`${suite}.yaml`),
      '--reporter',
      `json=${at(`${suite}.report.json`)}`,
    ]);
    expectPasses(
      count,
      readJson(at(`${suite}.report.json`)).tests.filter(({ verdict }) => verdict === 'pass').length,
      suite,
    );
    return cost;
  };
  const promptfoo = () => {
    const entry = join(PEERS, 'node_modules/promptfoo/dist/src/entrypoint.js');
    const cost = timeCommand(
      [
        'node',
        entry,
        'eval',
        '-c',
        at('promptfoo.json'),
        ...PROMPTFOO_FLAGS,
        '-o',
        at('promptfoo.report.json'),
      ],
      { cwd: folder, env: PROMPTFOO_ENV },
    );
    expectPasses(count, readJson(at('promptfoo.report.json')).results.stats.successes, 'promptfoo');
    return cost;
  };
  const vitestEvals = () => {
    const entry = join(PEERS, 'node_modules/vitest/vitest.mjs');
    const cost = timeCommand(
      [
        'node',
        entry,
        'run',
        '--config',
        'vitest.config.mjs',
        '--root',
        '.',
        '--reporter=json',
        `--outputFile=${at('vitest-evals.report.json')}`,
      ],
      { cwd: PEERS, env: { BENCH_CASES: at('vitest-evals.json') } },
    );
    expectPasses(count, readJson(at('vitest-evals.report.json')).numPassedTests, 'vitest-evals');
    return cost;
  };
  const best = timeInTurn(quick ? 1 : 3, {
    names: () => ours('names'),
    calls: () => ours('calls'),
    promptfoo,
    vitestEvals,
  });
  return [
    atLeastTimes(
      `promptfoo tool-call-f1, ${count} tests / ours, CPU`,
      best.names.cpuMs,
      best.promptfoo.cpuMs,
      'ms',
      30,
    ),
    atLeastTimes(
      `promptfoo tool-call-f1, ${count} tests / ours, wall`,
      best.names.wallMs,
      best.promptfoo.wallMs,
      'ms',
      null,
    ),
    atLeastTimes(
      `vitest-evals ToolCallJudge, ${count} tests / ours, CPU`,
      best.calls.cpuMs,
      best.vitestEvals.cpuMs,
      'ms',
      8,
    ),
    atLeastTimes(
      `vitest-evals ToolCallJudge, ${count} tests / ours, wall`,
      best.calls.wallMs,
      best.vitestEvals.wallMs,
      'ms',
      null,
    ),
  ];
}

const readJson = (file) => JSON.parse(readFileSync(file, 'utf8'));

/** All cases must pass everywhere, or the contenders did not do the same. */
function expectPasses(count, passes, who) {
  if (passes !== count) throw new Error(`${who}: ${passes} of ${count} cases passed`);
}
