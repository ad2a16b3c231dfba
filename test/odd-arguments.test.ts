import { chmodSync, cpSync, symlinkSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Argument, Command, Option } from 'commander';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { describeProgram, runProgram } from '../src/cli/program.ts';
import { workspace } from './support/cli.ts';
import { isFull } from './support/full.ts';

/** What may be given by mistake, or with bad intent, where a path is expected. */
const ODD_PATHS: readonly string[] = [
  '',
  ' ',
  'a\0b',
  'long/'.repeat(820),
  'x'.repeat(300),
  'no-such-file.json',
  'empty.json',
  'folder',
  'file.txt',
  'file.txt/below.json',
  'unreadable.json',
  'dangling.json',
  'looping.json',
  '/dev/null',
  '/dev/zero',
  '/proc/x/y',
  '[',
];
/** The same where a number or a name may be expected, too. */
const ODD: readonly string[] = [...ODD_PATHS, '-1', '1e999', 'NaN', '__proto__', '\ud800', 'a=b=c'];
const REPORTERS = ['json', 'html'];

/** A value that fits each required argument and option, by name, so that an odd one beside it is used. */
const USUAL: ReadonlyMap<string, readonly string[]> = new Map([
  ['traces', ['production.jsonl']],
  ['suites', ['whichtool.yaml']],
  ['report', ['report.json']],
  ['reports', ['report.json']],
  ['before', ['report.json']],
  ['after', ['report.json']],
  ['overrides', ['driven/overrides.yaml']],
  ['baseline', ['report.json']],
  ['files', ['tools.json']],
  ['folder', ['desk']],
  ['paths', ['production.jsonl']],
  ['out', ['out']],
  ['run', ['1']],
  ['reviewer', ['ann']],
  ['reviewers', ['ann,ben']],
  ['sheet', ['sheets/ann.jsonl']],
  ['file', ['desk/sample.jsonl']],
  ['version', ['f4f6']],
  ['address', ['langsmith://orders']],
  ['command', ['true']],
  ['ratings', ['rated.jsonl']],
  ['server', ['crm']],
]);
const DRIVEN = 'driven/whichtool.yaml';
/** Further ways to begin the command line of a verb. */
const BEGINNINGS: ReadonlyMap<string, readonly (readonly string[])[]> = new Map([
  ['run', [[DRIVEN], [DRIVEN, '--record', 'cassettes'], [DRIVEN, '--replay', 'cassettes']]],
  ['try', [[DRIVEN, '--baseline', 'driven.json']]],
  ['init', [['new', '--servers', 'mcp.json']]],
  ['judge calibrate', [['--suite', 'judged.json', '--replay', 'cassettes']]],
]);
const JUDGED = {
  judge: { model: 'openai-compatible:judge-2025-01-01', base_url: 'http://127.0.0.1:9/v1' },
  tests: [{ name: 'a', traces: 'production.jsonl', goal: true }],
};
const RATED = {
  id: 'a',
  input: 'refund it',
  expected_tool: 'refund',
  expected_args: { note: 'late' },
  tool_calls: [{ name: 'refund', arguments: { note: 'too late' } }],
  rating: 1,
};
/** Goes on until it is stopped. */
const ENDLESS = '--watch';
const DEADLINE_MS = 15_000;

const EXAMPLES = resolve(import.meta.dirname, '../examples');
const before = process.cwd();
let space: ReturnType<typeof workspace>;
let stderr = '';
let printed: readonly { mockRestore(): void }[] = [];

beforeEach(async () => {
  space = workspace({
    'empty.json': '',
    'file.txt': 'text\n',
    'unreadable.json': '{}',
    'mcp.json': '{"mcpServers":{}}',
    'folder/keep.txt': '',
    'judged.json': JSON.stringify(JUDGED),
    'rated.jsonl': JSON.stringify(RATED),
  });
  cpSync(join(EXAMPLES, 'support-desk'), space.path, { recursive: true });
  cpSync(join(EXAMPLES, 'try'), join(space.path, 'driven'), { recursive: true });
  chmodSync(join(space.path, 'unreadable.json'), 0);
  symlinkSync('nowhere.json', join(space.path, 'dangling.json'));
  symlinkSync('looping.json', join(space.path, 'looping.json'));
  process.chdir(space.path);
  // The commands' output is not that of the test.
  printed = [
    vi.spyOn(process.stdout, 'write').mockImplementation((...args: unknown[]) => {
      const done = args.at(-1);
      if (typeof done === 'function') (done as () => void)();
      return true;
    }),
    vi.spyOn(process.stderr, 'write').mockImplementation((text) => {
      stderr += String(text);
      return true;
    }),
  ];
  const setUp = [
    ['run', '--reporter', 'json=report.json'],
    ['run', DRIVEN, '--reporter', 'json=driven.json'],
  ];
  for (const line of setUp) {
    const code = await runProgram(line, '1.2.3');
    if (code !== 0) throw new Error(`${line.join(' ')} ended with ${code}: ${stderr}`);
  }
});
afterEach(() => {
  printed.forEach((one) => one.mockRestore());
  process.chdir(before);
  space.remove();
});

/** What a command line does that none may do: crash, print a stack or go on for ever. */
async function misbehaviour(argv: readonly string[]): Promise<readonly string[]> {
  stderr = '';
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<'late'>((done) => {
    timer = setTimeout(() => done('late'), DEADLINE_MS);
  });
  const code = await Promise.race([runProgram(argv, '1.2.3'), late]);
  clearTimeout(timer);
  const isWell = [0, 1, 2, 3, 5].includes(code as number) && !/^ {4}at /m.test(stderr);
  if (isWell) return [];
  const [reason = '', ...stack] = stderr.split('\n');
  const place = stack.find((line) => line.includes('/src/'))?.trim() ?? '';
  return [`${code} ${reason.slice(0, 200)} ${place}: ${argv.join(' ').slice(0, 200)}`];
}

function usual(argument: string): readonly string[] {
  const values = USUAL.get(argument);
  if (values === undefined) throw new Error(`add a usual value of <${argument}> to this test`);
  return values;
}

/** One of three entries, the next one for the next list; all of them at the full level. */
function inTurn<T>(entries: readonly T[], turn: number): readonly T[] {
  return isFull ? entries : entries.filter((_, at) => (at + turn) % 3 === 0);
}

/** A command and those below it, each with the words that name it. */
function commandsBelow(command: Command, words: readonly string[]): [Command, readonly string[]][] {
  const below = command.commands.flatMap((one) => commandsBelow(one, [...words, one.name()]));
  return command.commands.length > 0 ? below : [[command, words]];
}

/** The odd values of an option; of a pair its second half is odd too. */
function oddValues(option: Option): readonly string[] {
  if (option.long === '--reporter')
    return [...ODD, ...REPORTERS.flatMap((name) => ODD.map((odd) => `${name}=${odd}`))];
  const isPair = /<\w+=/.test(option.flags);
  return isPair ? [...ODD, ...ODD.map((odd) => `x=${odd}`)] : ODD;
}

/** The command lines of a verb with one odd value in each. */
function* oddLines(command: Command, words: readonly string[]): Generator<readonly string[]> {
  const named = (argument: Argument): readonly string[] => usual(argument.name());
  const args = command.registeredArguments;
  const required = command.options.flatMap((option) =>
    option.mandatory ? [option.long ?? '', ...usual(option.attributeName())] : [],
  );
  const given = args.flatMap((argument) => (argument.required ? named(argument) : []));
  const beginnings = [[], ...(BEGINNINGS.get(words.join(' ')) ?? [])];
  for (const [turn, option] of command.options.entries()) {
    const flag = option.long ?? '';
    if (flag === ENDLESS) continue;
    const takesValue = option.required || option.optional;
    const values = takesValue ? inTurn(oddValues(option), turn) : [];
    const odd = takesValue ? values.map((value) => `${flag}=${value}`) : [flag];
    // Each value once, with the beginnings in turn: all pairs take minutes.
    for (const [at, one] of odd.entries())
      yield [...words, ...required, ...given, ...(beginnings[at % beginnings.length] ?? []), one];
  }
  for (const [at, argument] of args.entries())
    for (const odd of ODD) {
      const others = args.slice(0, at).flatMap(named);
      const after = args.slice(at + 1).flatMap((one) => (one.required ? named(one) : []));
      yield [...words, ...required, '--', ...others, odd, ...after];
      if (argument.variadic)
        yield [...words, ...required, '--', ...others, ...named(argument), odd];
    }
}

// `mcp` answers until its standard input ends, which is that of the tests here: `mcp.test.ts` ends it. `worker` tries
// for seconds to reach its servers: `workers.test.ts` has servers.
const commands = commandsBelow(
  describeProgram('1.2.3', () => {}),
  [],
).filter(([, words]) => words[0] !== 'mcp' && words[0] !== 'worker');

it.each(commands.map(([command, words]) => [words.join(' '), command, words] as const))(
  '%s: odd arguments are refused in words, never with a stack, and it always ends',
  async (_, command, words) => {
    const faults: string[] = [];
    for (const line of oddLines(command, words)) faults.push(...(await misbehaviour(line)));
    expect(faults.slice(0, 20)).toEqual([]);
  },
);

const TEST = { name: 'a', prompt: 'hello', forbidden: ['nothing'] };
/** Suites that name files at every key that takes one. */
const SUITES: readonly Json[] = [
  {
    catalog: 'driven/tools.json',
    tests: [{ ...TEST, traces: 'production.jsonl' }],
    evals: [
      {
        name: 'b',
        dataset: 'driven/orders.jsonl',
        traces: ['production.jsonl'],
        scorers: [
          {
            type: 'module',
            key: 'm',
            module: './folder/scorer.mjs',
            metrics: { module: './folder/fold.mjs' },
          },
          { type: 'command', key: 'c', command: ['true'] },
        ],
      },
    ],
  },
  { traces: 'production.jsonl', tests: [TEST] },
  { agents: { x: { traces: 'production.jsonl' } }, tests: [{ ...TEST, agent: 'x' }] },
  {
    servers: 'mcp.json',
    agents: {
      x: {
        model: 'lexical',
        catalog: 'driven/tools.json',
        tools: 'mock',
        mocks_from: 'folder',
        distractors: { count: 1, from: 'driven/tools.json' },
        watch: ['folder'],
      },
    },
    tests: [{ ...TEST, agent: 'x' }],
  },
  { agents: { x: { model: 'module:./folder/model.mjs' } }, tests: [{ ...TEST, agent: 'x' }] },
  { agents: { x: { module: './folder/agent.mjs' } }, tests: [{ ...TEST, agent: 'x' }] },
  {
    agents: { x: { command: ['true', '{input}'], cwd: 'folder', watch: 'folder' } },
    tests: [{ ...TEST, agent: 'x' }],
  },
  {
    servers: { s: { command: 'true', args: ['x'], env: { A: 'b' } } },
    agents: { x: { command: ['true'], capture: 'otlp', servers: ['s'] } },
    tests: [{ ...TEST, agent: 'x' }],
  },
  {
    servers: { s: { command: 'true', args: ['x'] } },
    agents: { x: { model: 'lexical', servers: ['s'] } },
    tests: [{ ...TEST, agent: 'x' }],
  },
];

it.each(SUITES.map((suite) => [JSON.stringify(suite), suite] as const))(
  'odd values in a suite are refused in words, never with a stack: %s',
  async (text, suite) => {
    writeFileSync('odd.json', text);
    expect(await runProgram(['validate', 'odd.json'], '1.2.3')).toBe(0);
    const faults: string[] = [];
    for (const [turn, odd] of ODD_PATHS.entries())
      for (const mutated of inTurn(variants(suite, odd), turn)) {
        const written = JSON.stringify(mutated);
        writeFileSync('odd.json', written);
        const found = await misbehaviour(['run', 'odd.json', '--exec', '--no-history']);
        faults.push(...found.map((fault) => `${fault} ${written.slice(0, 300)}`));
      }
    expect(faults.slice(0, 20)).toEqual([]);
  },
);

type Json = string | number | readonly Json[] | { readonly [key: string]: Json };

/** Copies of a value, each with one of its texts replaced. */
function variants(value: Json, odd: string): readonly Json[] {
  if (typeof value === 'string') return [odd];
  if (typeof value === 'number') return [];
  if (Array.isArray(value))
    return value.flatMap((one: Json, at) => variants(one, odd).map((put) => value.with(at, put)));
  return Object.entries(value).flatMap(([key, one]) =>
    variants(one, odd).map((put) => ({ ...(value as object), [key]: put })),
  );
}
