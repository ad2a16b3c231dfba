import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Report, UserError } from '#core';
import { isFull } from '../../../test/support/full.ts';
import { type JudgePlan, scorerPlan, type Suite, tracesSuite } from '#suite';
import { runOptions } from '../fixtures/run-options.ts';
import type { JudgeOptions } from '../judging/judge-options.ts';
import { runSuites } from '../run.ts';
import { ReadingWorker } from './reading-worker.ts';
import { CountingWorker } from './counting-worker.ts';
import type { ThreadPool } from './thread-pool.ts';

let folder: string;
beforeEach(() => {
  unscored = 0;
  opened = 0;
  folder = mkdtempSync(join(tmpdir(), 'whichtool-bulk-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** How many runs workers counted without having scored one of the same sequence. */
let unscored = 0;

/** How often a worker that began by counting needed more. */
let opened = 0;

/** Workers that live here, but get and give only what could be sent to a thread. */
const start: ThreadPool['start'] = (setup, onRecords) => {
  const worker = new CountingWorker(structuredClone(setup), (given) => {
    opened += 1;
    return ReadingWorker.start(given, onRecords);
  });
  let last: Promise<unknown> = Promise.resolve();
  const after = <T>(work: () => T | Promise<T>): Promise<T> => {
    const next = last.then(work);
    last = next;
    return next;
  };
  return {
    run: (job) => after(() => worker.run(structuredClone(job))),
    useTable: (table) => void after(() => worker.useTable(structuredClone(table))),
    finish: () =>
      after(() => {
        const state = structuredClone(worker.finish());
        for (const counted of [state.counted?.counted, state.worker?.unscored])
          for (const { times } of counted?.sequences ?? []) unscored += times;
        return state;
      }),
    stop: () => {},
  };
};

const bulk = (threads: number, jobBytes: number): ThreadPool => ({
  bulkBytes: 0,
  jobBytes,
  threads,
  start: threads === 1 ? null : start,
});
const plain: ThreadPool = { bulkBytes: Infinity, jobBytes: 1, threads: 1, start: null };

async function score(
  traces: readonly string[],
  threadPool: ThreadPool,
  suite = suiteOf(),
): Promise<Report> {
  return runSuites([suite], runOptions(folder, { traces, threads: null, threadPool }));
}

/** A test for each name, in place of the only one. */
function suiteOf(names: readonly string[] = ['traces'], ...more: readonly string[]): Suite {
  const classes = [
    { name: 'search', members: ['brave.web_search', 'google.search'] },
    { name: 'fetch', members: ['get'] },
  ];
  const scorers = [
    scorerPlan('equal_function_sets', { classes }),
    scorerPlan('call_checks', {}),
    ...more.map((name) => scorerPlan(name, name === 'forbidden' ? { tools: ['shell'] } : {})),
  ];
  const suite = tracesSuite(folder, scorers, { neutral: ['think'] }, 0);
  const [test] = suite.tests;
  return { ...suite, tests: names.map((name) => ({ ...test!, name })) };
}

const ONE = { num: 1n, den: 1n };

/** The same without a scorer that looks at single calls; gates of the suite hold for whatever the values are. */
function byClasses(gates: readonly string[]): Suite {
  const suite = suiteOf();
  const [test] = suite.tests;
  const more = gates.map((metric) => ({
    ...test!.gates[0]!,
    metric,
    op: '<=' as const,
    value: ONE,
  }));
  const scorers = test!.scorers.filter(({ scorer }) => scorer.name === 'equal_function_sets');
  return { ...suite, tests: [{ ...test!, scorers, gates: [...test!.gates, ...more] }] };
}

const JUDGE: JudgePlan = {
  jurors: [{ model: 'openai:gpt-4o-2024-08-06' }],
  quorum: 1,
  guide: null,
  guideFile: null,
  concurrency: 1,
  budget: null,
  calibration: null,
  gatesInCi: true,
};

/** No answer is recorded, so every question stays open. */
const REPLAY: JudgeOptions = {
  cache: null,
  folder: null,
  isReplay: true,
  noExecution: null,
  listen: () => new AbortController().signal,
  onProgress: () => {},
};

const TOOLS = [
  '"server":"brave","name":"web_search"',
  '"server":"google","name":"search"',
  '"server":"a","name":"get"',
  '"server":"b","name":"get"',
  '"name":"think"',
  '"server":"sh","name":"shell"',
  '"name":"get_"',
];

const GOOD = `{"tool_calls":[{${TOOLS[0]}},{${TOOLS[2]}}]}`;

/** Lines of all sorts: mostly plain, some unknown, some broken. */
function lines(count: number, seed = 1): string[] {
  let state = seed;
  const next = (below: number): number => (state = (state * 48271) % 2147483647) % below;
  const call = (): string => {
    const ended = ['', '', '', 'ok', 'error', state % 2 === 0 ? 'denied' : 'missing'][next(6)];
    const status = ended === '' ? '' : `,"status":"${ended}"`;
    const given = [
      '',
      ',"arguments":{}',
      ',"arguments":{"q":"x"}',
      `,"arguments":{"q":${next(3)}}`,
      `,"args":{"q":${next(3)}}`,
      ',"arguments":"no"',
    ];
    return `{${TOOLS[next(TOOLS.length)]}${given[next(40) === 0 ? 5 : next(5)]}${status}}`;
  };
  return Array.from({ length: count }, (_, i) => {
    const calls = Array.from({ length: next(6) }, call).join(',');
    switch (next(60)) {
      case 0:
        return '';
      case 1:
        return `{"tool_calls":[${calls}],"error":"crashed ${i}"}`;
      case 2:
        return `{"tool_calls":[${calls}]`;
      case 3:
        return `{"tool_calls":[${calls}],"tools":[{"name":"get"}]}`;
      case 4:
        return `{"tool_calls":[{"name":"\\u0067et"}],"input":"ü ${'x'.repeat(next(400))}"}\r`;
      case 5:
        return `{"tool_calls":[{${TOOLS[next(3)]},"arguments":{"q":1},"args":{"q":${next(2)}}}]}`;
      default:
        return `{"id":"${i}","tool_calls":[${calls}],"usage":{"cost":0.${next(1000)}}}`;
    }
  });
}

const write = (name: string, text: string | readonly string[]): string => {
  const path = join(folder, name);
  writeFileSync(path, typeof text === 'string' ? text : `${text.join('\n')}\n`);
  return path;
};

describe('reading in bulk', () => {
  it.each([
    [1, 300],
    [1, 5000],
    [2, 700],
    [3, 5000],
    [3, 100_000],
  ])(
    'reports with %d workers and jobs of %d bytes what one reader reports',
    async (threads, jobBytes) => {
      const path = write('t.jsonl', lines(1500));
      const expected = await score([path], plain);
      expect(await score([path], bulk(threads, jobBytes))).toEqual(expected);
      expect(expected.tests[0]?.runs).toBeGreaterThan(1000);
      expect(expected.tests[0]?.errors).toBeGreaterThan(10);
    },
  );

  // Where ids repeat, all is read again by one reader.
  it.each([0, 5])('lets runs wait for a judge as one reader does: %d repeat', async (repeats) => {
    const suite = { ...suiteOf(['traces'], 'goal'), judge: JUDGE };
    const good = lines(400, 3).filter((line) => line.startsWith('{"id"'));
    const answered = good.map((line) => line.replace('{"id"', '{"output":"done","id"'));
    const path = write('t.jsonl', [...answered, ...answered.slice(0, repeats)]);
    const measure = (threadPool: ThreadPool): Promise<Report> =>
      runSuites([suite], runOptions(folder, { traces: [path], threadPool, judge: REPLAY }));
    const expected = await measure(plain);
    expect(await measure(bulk(3, 2000))).toEqual(expected);
    const [test] = expected.tests;
    expect(test?.runs).toBe(answered.length);
    expect(test?.judge?.errors.JUDGE_UNASKED).toBe(test?.judge?.questions);
    expect(test?.verdict).toBe('error');
  });

  it.each([
    ['as they come', (line: string) => line],
    // One of the tools that only later jobs have is like another.
    ['that change', (line: string, i: number) => (i < 6000 ? line : line.replace('"sh"', '"b"'))],
    ['with late names', (line: string, i: number) => line.replace('get_', `get_${i >> 12}`)],
  ])('lets workers count what the first jobs settled: runs %s', async (_what, change) => {
    const path = write('t.jsonl', lines(8000, 11).map(change));
    const expected = await score([path], bulk(1, 100_000));
    expect(await score([path], bulk(3, 100_000))).toEqual(expected);
    expect(unscored).toBeGreaterThan(1000);
  });

  it.each([
    ['of all sorts', [], 0],
    ['with a gate on repeats', ['tool_selection.repeats'], 0],
    ['of which a few are unknown', [], 3],
  ])('counts by classes alone: runs %s', async (_what, gates, unknown) => {
    const suite = byClasses(gates);
    // No tool is like another, and nothing must be read.
    const good = lines(6000, 5)
      .filter((line) => line.startsWith('{"id"') && !/"no"|denied|missing/.test(line))
      .map((line) => line.replaceAll('"server":"b"', '"server":"a"'));
    const path = write(
      't.jsonl',
      good.map((line, i) =>
        unknown > 0 && i > 3000 && i % 1000 === unknown ? '{"tool_calls":0}' : line,
      ),
    );
    const expected = await score([path], bulk(1, 150_000), suite);
    expect(await score([path], plain, suite)).toEqual(expected);
    opened = 0;
    expect(await score([path], bulk(3, 150_000), suite)).toEqual(expected);
    // Workers need no more than to count, up to the first line that is unknown.
    expect([unscored > 1000, opened > 0]).toEqual([true, unknown > 0]);
  });

  it('sums what runs used, wherever they are counted, scored or read', async () => {
    const runs = Array.from({ length: 6000 }, (_, i) => {
      const [, call] = /\[(.*)\]/.exec(i % 900 === 7 ? GOOD.replace('web_', 'odd_') : GOOD)!;
      // Some are left to the reader: text with an escape, and money in a spelling that the scan does not round.
      const cost = i % 700 === 5 ? '0.0010000000005' : '0.001';
      const more = i % 800 === 9 ? ',"tools":[{"name":"get"}]' : '';
      return `{"tool_calls":[${call}],"usage":{"input_tokens":100,"output_tokens":${i % 10},"cost":${cost}},"duration_ms":${i % 2}.5${more}}`;
    });
    const path = write('t.jsonl', runs);
    const half = write('half.jsonl', [...runs, GOOD]);
    const usage = { calls: 12_000, tokens: 627_000, cost: 6_000_000_000, time: 9000 };
    expect((await score([path], plain)).tests[0]?.usage).toEqual(usage);
    for (const suite of [suiteOf(), byClasses([])])
      for (const [threads, bytes] of [
        [1, 20_000],
        [3, 60_000],
      ] as const) {
        const report = await score([path], bulk(threads, bytes), suite);
        expect(report.tests[0]?.usage).toEqual(usage);
        // One run that does not record it, and the sum is not known.
        const open = await score([half], bulk(threads, bytes), suite);
        expect(open.tests[0]?.usage).toEqual({ calls: 12_002 });
      }
    expect(unscored).toBeGreaterThan(1000);
  });

  it('finds the same names that no run has, wherever runs call or were offered them', async () => {
    const [test] = byClasses([]).tests;
    const members = ['gett', 'late_tol', 'late_tool', 'offered'];
    const classes = members.map((member) => ({ name: member, members: [member] }));
    const scorers = [scorerPlan('equal_function_sets', { classes })];
    const suite = { ...suiteOf(), tests: [{ ...test!, scorers }] };
    const runs = Array.from({ length: 3000 }, (_, i) => {
      if (i === 1500) return '{"tool_calls":[],"tools":[{"name":"offered"}]}';
      return i === 2900 ? '{"tool_calls":[{"name":"late_tool"}]}' : GOOD;
    });
    const path = write('t.jsonl', runs);
    const expected = await score([path], plain, suite);
    const unseen = expected.issues.filter(({ code }) => code === 'NAME_NEVER_SEEN');
    expect(unseen.map(({ message, hint }) => [message.split(' ')[0], hint])).toEqual([
      ['`gett`', 'did you mean `get`?'],
      ['`late_tol`', null],
    ]);
    for (const [threads, bytes] of [
      [1, 5000],
      [3, 5000],
      [3, 20_000],
    ] as const)
      expect(await score([path], bulk(threads, bytes), suite)).toEqual(expected);
    // Where every run records its tools the gate decides nothing.
    const whole = write(
      'whole.jsonl',
      runs.map(() => GOOD.replace('}]}', '}],"tools":[{"name":"get"},{"name":"gett"}]}')),
    );
    const easy = {
      metric: 'tool_selection.f1',
      op: '>=' as const,
      value: { num: 0n, den: 1n },
      source: 'suite' as const,
      certify: false,
    };
    const gated = { ...suite, tests: [{ ...test!, scorers, gates: [easy] }] };
    const open = await score([whole], plain, gated);
    expect(open.verdict).toBe('inconclusive');
    expect(await score([whole], bulk(3, 9000), gated)).toEqual(open);
  });

  it('reports the same whatever the runs are, and however they are shared out', async () => {
    /** Runs of a few tools, which of them changes once, so that what is known of them is not all there is. */
    const runsOf = (seed: number, count: number): string[] => {
      let state = seed + 1;
      const next = (below: number): number => (state = (state * 48271) % 2147483647) % below;
      const [early, late] = [next(TOOLS.length) + 1, next(TOOLS.length) + 1];
      const change = next(count);
      return Array.from({ length: count }, (_, i) => {
        const calls = Array.from(
          { length: next(4) },
          () =>
            `{${TOOLS[next(i < change ? early : late)]!},"status":"${next(90) === 0 ? 'error' : 'ok'}"}`,
        );
        return next(300) === 0 ? '{"tool_calls":{}}' : `{"tool_calls":[${calls.join(',')}]}`;
      });
    };
    await fc.assert(
      fc.asyncProperty(
        fc.record({
          seed: fc.nat(2 ** 30),
          count: fc.integer({ min: 200, max: 2500 }),
          bytes: fc.integer({ min: 500, max: 60_000 }),
          threads: fc.integer({ min: 1, max: 3 }),
          suite: fc.constantFrom(suiteOf(), byClasses([]), byClasses(['tool_selection.repeats'])),
        }),
        async ({ seed, count, bytes, threads, suite }) => {
          const path = write('t.jsonl', runsOf(seed, count));
          const expected = await score([path], plain, suite);
          expect(await score([path], bulk(threads, bytes), suite)).toEqual(expected);
        },
      ),
      { numRuns: isFull ? 20 : 8 },
    );
  });

  it.each([1, 3])('counts partial runs with %d workers as one reader does', async (threads) => {
    const mark = (line: string, i: number): string =>
      i % 7 === 0 ? line.replace('{"id"', '{"partial":true,"id"') : line;
    const path = write('t.jsonl', lines(3000, 5).map(mark));
    const expected = await score([path], plain);
    expect(expected.tests[0]?.partial).toBeGreaterThan(300);
    expect(await score([path], bulk(threads, 5000))).toEqual(expected);
  });

  it.each([
    ['status: ok', { status: 'ok' }],
    ['failed_when', { failedWhen: { resultMatches: '^Error' } }],
    ['ignore_types', { ignoreTypes: ['toolUse'] }],
    ['failed_when and status: ok', { status: 'ok', failedWhen: { resultMatches: '^Error' } }],
  ] as const)(
    'reports the same under %s, with calls as text, partial runs and secrets',
    async (_what, rules) => {
      const secret = 'ghp_16C7e42F292c6912E7710c838347Ae178B4a';
      const mark = (line: string, i: number): string => {
        const spoken = i % 11 === 0 ? `,"output":"<tool_call>{}</tool_call>"` : '';
        const partial = i % 13 === 0 ? '"partial":true,' : '';
        const result = ['Error: no', 'fine', `token ${secret}`][i % 3];
        return line
          .replace('{"id"', `{${partial}"id"`)
          .replaceAll('"status":"ok"', `"status":"ok","result":"${result}"`)
          .replaceAll('"q":"x"', i % 5 === 0 ? `"q":"${secret}"` : '"q":"x"')
          .replace(/\}$/, `${spoken}}`);
      };
      const path = write('t.jsonl', lines(2500, 7).map(mark));
      const suite = suiteOf(['traces'], 'text_calls', 'usage');
      const changed: Suite = {
        ...suite,
        tests: suite.tests.map((test) => ({ ...test, rules: { ...test.rules, ...rules } })),
      };
      const expected = await score([path], plain, changed);
      expect(JSON.stringify(expected)).not.toContain(secret);
      expect(expected.tests[0]?.partial).toBeGreaterThan(40);
      for (const [threads, bytes] of [
        [1, 700],
        [2, 5000],
        [3, 60_000],
      ] as const)
        expect(await score([path], bulk(threads, bytes), changed)).toEqual(expected);
    },
  );

  it('gives a file up that has hardly a trace, wherever the bad records begin', async () => {
    const tell = (path: string, threadPool: ThreadPool): Promise<unknown> =>
      score([path], threadPool).then(
        ({ verdict }) => verdict,
        (error: UserError) => error.issues,
      );
    const bad = Array.from({ length: 100_200 }, () => '0');
    for (const good of [0, 3000]) {
      const path = write('t.jsonl', [...Array.from({ length: 1 + good }, () => GOOD), ...bad]);
      const expected = await tell(path, plain);
      expect(expected).toMatchObject([{ code: 'TRACE_TOO_MANY_BAD', where: { file: 't.jsonl' } }]);
      for (const threads of [1, 3])
        expect(await tell(path, bulk(threads, 100_000))).toEqual(expected);
    }
  });

  it('names the first of the worst runs, also where a later one with the same sequence shows more', async () => {
    const run = (...tools: readonly number[]): string =>
      `{"tool_calls":[${tools.map((tool) => `{${TOOLS[tool]!}}`).join(',')}]}`;
    // What all runs show is full after a hundred of them; only a repeat is still evidence.
    const usual = Array.from({ length: 150 }, () => run(0, 5));
    const path = write('t.jsonl', [...usual, run(0, 5, 5, 5), run(0, 0, 5, 5, 5), ...usual]);
    const expected = await score([path], plain, byClasses([]));
    expect(expected.tests[0]?.scores[0]?.worst).toMatchObject({ run: 151 });
    for (const [threads, bytes] of [
      [1, 1_000_000],
      [1, 3000],
      [2, 12_000],
    ] as const)
      expect(await score([path], bulk(threads, bytes), byClasses([]))).toEqual(expected);
  });

  it('reports every bad line as one reader does, wherever it is', async () => {
    const call = (rest: string): string => `{"tool_calls":[{${TOOLS[0]}${rest}}]}`;
    const bad: readonly (readonly [line: string | Buffer, code: string])[] = [
      ['garbage', 'TRACE_BAD_LINE'],
      ['\0'.repeat(300), 'TRACE_BAD_LINE'],
      [`\ufeff${GOOD}`, 'TRACE_BAD_LINE'],
      [GOOD + GOOD, 'TRACE_BAD_LINE'],
      [`${GOOD}\r${GOOD}`, 'TRACE_BAD_LINE'],
      [call(',"arguments":{"n":NaN}'), 'TRACE_BAD_LINE'],
      [call(',"arguments":{"n":1e400}'), 'NUMBER_RANGE'],
      [call(',"arguments":{"k":1,"\\u006b":2}'), 'JSON_DUPLICATE_KEY'],
      [call(`,"arguments":{"n":${'['.repeat(125)}${']'.repeat(125)}}`), 'JSON_DEPTH'],
      [Buffer.from(call(',"id":"\u00ff"'), 'latin1'), 'ENCODING_INVALID'],
      ['{"tool_calls":[{"name":"x\\ud800"}]}', 'TRACE_SCHEMA'],
      ['{"tool_calls":[{"name":""}]}', 'TRACE_SCHEMA'],
      ['{"tool_calls":[{}]}', 'TRACE_SCHEMA'],
      ['{"tool_calls":{}}', 'TRACE_SCHEMA'],
      ['{}', 'TRACE_SCHEMA'],
      ['7', 'TRACE_SCHEMA'],
      ['{"tool_calls":[],"error":"boom"}', 'RUN_CRASHED'],
      ['{"tool_calls":[{"na', 'TRACE_TORN_TAIL'],
    ];
    const path = join(folder, 't.jsonl');
    const between = `${GOOD}\r\n\n`.repeat(20);
    const text = bad.flatMap(([line]) => [between, line, '\n']).slice(0, -1);
    writeFileSync(path, Buffer.concat(text.map((part) => Buffer.from(part))));
    const expected = await score([path], plain);
    const { runs, unmeasured } = expected.tests[0]!;
    expect(runs).toBe(20 * bad.length);
    expect(unmeasured.items.map(({ code, where }) => [code, where?.split(/[: ]/)[1]])).toEqual(
      bad.map(([, code], i) => [code, String(41 * (i + 1))]),
    );
    for (const [threads, bytes] of [
      [1, 400],
      [3, 900],
      [2, 6000],
    ] as const)
      expect(await score([path], bulk(threads, bytes))).toEqual(expected);
  });

  it('numbers runs behind lines that could not be read', async () => {
    const broken = Array.from({ length: 30 }, () => '{"tool_calls"');
    const path = write('t.jsonl', [...broken, ...lines(500, 3)]);
    const expected = await score([path], plain, byClasses([]));
    for (const [threads, bytes] of [
      [1, 100_000],
      [2, 2000],
    ] as const)
      expect(await score([path], bulk(threads, bytes), byClasses([]))).toEqual(expected);
  });

  it('reports the same of mostly good runs, where the first jobs settle little', async () => {
    const path = write(
      't.jsonl',
      lines(8000, 11).map((line, i) => (i % 50 === 0 ? line : GOOD)),
    );
    expect(await score([path], bulk(3, 100_000))).toEqual(await score([path], bulk(1, 100_000)));
  });

  it('reports the same with scorers that a scan does not serve', async () => {
    const path = write('t.jsonl', lines(600));
    const suite = suiteOf(['traces'], 'forbidden');
    const expected = await score([path], plain, suite);
    expect(await score([path], bulk(3, 2000), suite)).toEqual(expected);
  });

  it('hands runs to their tests by name, and numbers them where they stand', async () => {
    const names = ['one', 'two', 'three'];
    const named = lines(900, 7).map((line, i) =>
      line.startsWith('{"id"') ? line.replace('{', `{"test":"${names[i % 3]}",`) : line,
    );
    const path = write(
      't.jsonl',
      named.filter((line) => line.includes('"test"')),
    );
    const suite = suiteOf(names);
    const expected = await score([path], plain, suite);
    expect(await score([path], bulk(2, 900), suite)).toEqual(expected);
    expect(expected.tests.map(({ runs }) => runs > 100)).toEqual([true, true, true]);
  });

  it('keeps the numbers that runs have', async () => {
    const path = write(
      't.jsonl',
      Array.from({ length: 400 }, (_, i) =>
        i % 3 === 0
          ? '{"tool_calls":[{"name":"shell"}]}'
          : `{"run":${((i * 37) % 997) + 1},"tool_calls":[{"name":"get"},{"name":"shell"}]}`,
      ),
    );
    expect(await score([path], bulk(3, 500))).toEqual(await score([path], plain));
  });

  it('does not care whether runs lie in one file or in many, and how those are given', async () => {
    const all = lines(800, 3).filter((line) => line.startsWith('{"id"'));
    mkdirSync(join(folder, 'many'));
    const paths = [0, 1, 2, 3, 4, 5, 6].map((part) =>
      write(`many/${part}.jsonl`, all.slice(part * 100, part * 100 + 100)),
    );
    const one = await score([write('one.jsonl', all.slice(0, 700))], bulk(2, 3000));
    const many = await score(paths, bulk(3, 3000));
    const shuffled = await score(
      [3, 0, 6, 1, 5, 2, 4].map((at) => paths[at]!),
      bulk(2, 1000),
    );
    expect(shuffled).toEqual(many);
    // Only where they were found is another place.
    const first = one.tests[0]?.listedRuns?.[0]?.evidence.where;
    expect([first, many.tests[0]?.listedRuns?.[0]?.evidence.where]).toEqual([
      'one.jsonl:1',
      'many/0.jsonl:1',
    ]);
    const elsewhere = (report: Report): string =>
      JSON.stringify(report.tests).replaceAll(/"where":"[^"]*"/g, '');
    expect(elsewhere(many)).toBe(elsewhere(one));
  });

  it('keeps the order of files, whether they are lines or documents', async () => {
    const run = (i: number): string => `{"tool_calls":[{"name":"shell${i}"}]}`;
    const paths = [
      write('a.json', `[${Array.from({ length: 40 }, (_, i) => run(i)).join(',')}]`),
      write(
        'b.jsonl',
        Array.from({ length: 40 }, (_, i) => run(100 + i)),
      ),
      write('c.json', `{"traces":[${run(200)},${run(201)}]}`),
    ];
    expect(await score(paths, bulk(2, 300))).toEqual(await score(paths, plain));
  });

  describe('runs with one id or one number', () => {
    const outcomeOf = async (
      paths: readonly string[],
      threadPool: ThreadPool,
      suite: Suite,
    ): Promise<unknown> =>
      score(paths, threadPool, suite).catch((error: UserError) => {
        if (!Array.isArray(error.issues)) throw error;
        return error.issues.map(({ code, message, where }) => ({
          code,
          message,
          where: { ...where },
        }));
      });

    it('are one run where their records are the same, and a conflict where they differ', async () => {
      const a = '{"id":"a","tool_calls":[{"name":"get"}]}';
      const same = write('same.jsonl', [a, GOOD, '{"tool_calls":[{"name":"get"}],"id":"a"}', a]);
      const other = write('other.jsonl', [a, GOOD, a.replace('get', 'shell'), a]);
      for (const threads of [1, 2, 3]) {
        expect((await score([same], bulk(threads, 50))).tests[0]?.runs).toBe(2);
        expect(await outcomeOf([other], bulk(threads, 50), suiteOf())).toEqual([
          {
            code: 'RUN_CONFLICT',
            message: 'two different runs of "traces" have the id "a"',
            where: { file: 'other.jsonl', line: 3, offset: 125 },
          },
        ]);
      }
    });

    it('are found across files, formats of files, and escapes in ids', async () => {
      const run = (id: string, tool: string): string =>
        `{"id":"${id}","tool_calls":[{"name":"${tool}"}]}`;
      const paths = [
        write(
          'a.jsonl',
          Array.from({ length: 200 }, (_, i) => run(`r${i}`, 'get')),
        ),
        write('b.json', `[${run('r7', 'get')},${run('x', 'shell')},${run('x', 'shell')}]`),
        write('c.jsonl', [run('r9', 'shell'), run('\\u00729', 'shell'), run('\\u0072199', 'get')]),
      ];
      const expected = await outcomeOf(paths, plain, suiteOf());
      expect(expected).toHaveLength(2);
      for (const threads of [1, 2])
        expect(await outcomeOf(paths, bulk(threads, 1000), suiteOf())).toEqual(expected);
    });

    it('are the same at every size, whatever repeats what', async () => {
      const names = ['one', 'two'];
      /** Few ids, numbers and cases: some runs repeat others as they are, or with another call or order of keys. */
      const runsOf = (seed: number, count: number, ids: number, faults: number): string[] => {
        let state = seed + 1;
        const next = (below: number): number => (state = (state * 48271) % 2147483647) % below;
        return Array.from({ length: count }, () => {
          const id = next(ids);
          // A run is what its id says, but for a few.
          const tool = TOOLS[(faults > 0 && next(faults) === 0 ? id + 1 : id) % 3]!;
          const test = names[id % 2]!;
          const fields = [
            `"test":"${test}"`,
            ...(id % 7 === 0 ? [] : [`"id":"${id % 5 === 0 ? '\\u0069d' : 'id'} ${id}"`]),
            ...(id % 11 === 0 ? [`"run":${id + 1}`] : []),
            ...(id % 3 === 0 ? [`"case":"${next(2)}"`] : []),
            `"tool_calls":[{${tool},"arguments":{"a":1,"b":[2]}}]`,
          ];
          return `{${(next(2) === 0 ? fields : fields.reverse()).join(',')}}`;
        });
      };
      const numRuns = isFull ? 60 : 20;
      let conflicts = 0;
      await fc.assert(
        fc.asyncProperty(
          fc.record({
            seed: fc.nat(2 ** 30),
            count: fc.integer({ min: 50, max: 800 }),
            ids: fc.constantFrom(5, 60, 5000, 10 ** 8),
            faults: fc.constantFrom(0, 0, 3, 200),
            bytes: fc.integer({ min: 300, max: 20_000 }),
            threads: fc.integer({ min: 1, max: 3 }),
            files: fc.integer({ min: 1, max: 3 }),
            more: fc.constantFrom([], ['forbidden']),
          }),
          async ({ seed, count, ids, faults, bytes, threads, files, more }) => {
            const runs = runsOf(seed, count, ids, faults);
            const part = Math.ceil(count / files);
            const paths = Array.from({ length: files }, (_, i) =>
              write(`${i}.jsonl`, runs.slice(i * part, i * part + part)),
            );
            const suite = suiteOf(names, ...more);
            const expected = await outcomeOf(paths, plain, suite);
            if (Array.isArray(expected)) conflicts += 1;
            const threadPool = {
              ...bulk(threads, bytes),
              hashLimits: { perBlock: 16, inMemory: 40 },
            };
            expect(await outcomeOf(paths, threadPool, suite)).toEqual(expected);
          },
        ),
        { numRuns, seed: 7 },
      );
      expect(conflicts).toBeGreaterThan(numRuns / 12);
      expect(conflicts).toBeLessThan((numRuns * 5) / 6);
    });
  });

  it('lists traces that no test takes in the order of the file', async () => {
    const path = write(
      't.jsonl',
      Array.from({ length: 60 }, (_, i) => `{"test":"nobody ${i}","tool_calls":[]}`),
    );
    const suite = suiteOf(['one', 'two']);
    const tell = (threadPool: ThreadPool): Promise<unknown> =>
      score([path], threadPool, suite).catch((error: UserError) => error.issues);
    const expected = await tell(plain);
    expect(expected).toHaveLength(21);
    expect(await tell(bulk(2, 200))).toEqual(expected);
    expect(await tell(bulk(3, 90))).toEqual(expected);
  });

  it('counts a file without a record as one errored record, and refuses it alone', async () => {
    const good = write('a.jsonl', lines(50));
    const empty = write('b.jsonl', ' \n'.repeat(500));
    const more = write(
      'c.jsonl',
      lines(50, 5).map((line) => line.replace('"id":"', '"id":"c')),
    );
    const expected = await score([good, empty, more], plain);
    expect(expected.verdict).toBe('error');
    expect(expected.tests[0]?.unmeasured.items).toContainEqual(
      expect.objectContaining({ code: 'NO_RECORDS', where: 'b.jsonl' }),
    );
    for (const threads of [1, 2, 3]) {
      expect(await score([good, empty, more], bulk(threads, 100))).toEqual(expected);
      await expect(score([empty], bulk(threads, 100))).rejects.toThrow(
        'there is no record in this file',
      );
    }
  });
});
