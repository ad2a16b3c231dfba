// Scorers called as functions, without start-up, files or reports; each in a process of its own.
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { PEERS } from './places.mjs';
import { atLeast, atMostTimes } from './row.mjs';

const LOOP = fileURLToPath(new URL('loop.mjs', import.meta.url));
const OURS = fileURLToPath(new URL('contenders.mjs', import.meta.url));
const peer = (name) => join(PEERS, `${name}.mjs`);

/** Equal-function sets: one set of classes, many traces. */
export function measureClasses(options) {
  const speed = (size) => bestOf(options, { ours: [OURS, 'classes', size, true] }).ours.perSecond;
  return [
    atLeast('equal_function_sets, 5 calls a trace', speed(5), '/s', 1_000_000),
    atLeast('equal_function_sets, 50 calls a trace', speed(50), '/s', 100_000),
  ];
}

/** What is asked of the calls, and who can answer it. */
const QUESTIONS = [
  { question: 'strict', scorer: 'tool_call_accuracy strict', rivals: ['evalite'] },
  { question: 'flexible', scorer: 'tool_call_accuracy flexible', rivals: ['evalite'] },
  { question: 'any order', scorer: 'trajectory any_order', rivals: ['vitest-evals', 'agentevals'] },
  { question: 'unordered', scorer: 'trajectory unordered', rivals: ['vitest-evals', 'agentevals'] },
  { question: 'names', scorer: 'tool_call_f1 compare: name', rivals: ['promptfoo'] },
];

/** With arguments: the same traces and expectations through the peers' functions. */
export function measureArguments(options) {
  return [5, 50].flatMap((size) => QUESTIONS.flatMap((one) => compare(one, size, options)));
}

function compare({ question, scorer, rivals }, size, options) {
  const best = bestOf(options, {
    ready: [OURS, `${question}, ready`, size, false],
    fresh: [OURS, `${question}, fresh`, size, false],
    ...Object.fromEntries(rivals.map((name) => [name, [peer(name), question, size, false]])),
  });
  const verdicts = new Set(Object.values(best).map(({ passes }) => passes));
  if (verdicts.size > 1)
    throw new Error(`${question}: the contenders disagree: ${JSON.stringify(best)}`);
  // Time per trace, so that a smaller figure is the better one as everywhere else.
  const row = (state, name, target) =>
    atMostTimes(
      `${scorer}, ${state} / ${name}, ${size} calls`,
      1e6 / best[state].perSecond,
      1e6 / best[name].perSecond,
      'µs',
      target,
    );
  return rivals.flatMap((name) => [row('ready', name, 1), row('fresh', name, null)]);
}

/** The best rate of each contender over interleaved rounds. */
function bestOf({ quick }, contenders) {
  const best = {};
  for (let round = 0; round < (quick ? 1 : 3); round += 1) {
    for (const [name, args] of Object.entries(contenders)) {
      const result = JSON.parse(
        execFileSync('node', [LOOP, ...args.map(String), quick ? '0.5' : '2'], {
          encoding: 'utf8',
          stdio: ['ignore', 'pipe', 'ignore'],
        }),
      );
      if (best[name] === undefined || result.perSecond > best[name].perSecond) best[name] = result;
    }
  }
  return best;
}
