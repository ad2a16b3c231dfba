import { afterEach, describe, expect, it, onTestFinished } from 'vitest';
import type { Report, ScoreReport, TestReport } from '#core';
import { startProgram } from '../loopback-model/start-program.ts';
import { type Ran, whichtool, workspace } from '../support/cli.ts';

let folder: ReturnType<typeof workspace> | null = null;
afterEach(() => folder?.remove());

type Call = { readonly name: string; readonly server?: string };

/** `brave.web_search` as the calls of a trace have it. */
const call = (id: string): Call => {
  const [server, name] = id.split('.');
  return name === undefined ? { name: id } : { name, server: server ?? '' };
};

async function start(
  suite: string,
  runs: readonly (readonly string[])[],
  ...args: readonly string[]
): Promise<Ran> {
  const traces = runs.map((ids, i) => [
    `traces/${i + 1}.json`,
    JSON.stringify({ tool_calls: ids.map(call) }),
  ]);
  folder?.remove();
  folder = workspace({
    'package.json': '{}',
    'whichtool.yaml': suite,
    ...(Object.fromEntries(traces) as Record<string, string>),
  });
  return whichtool(['run', '--traces', 'traces/*.json', ...args], { cwd: folder.path });
}

async function measure(
  suite: string,
  ...runs: readonly (readonly string[])[]
): Promise<TestReport> {
  const { stdout, stderr } = await start(suite, runs, '--json');
  expect(stderr).toBe('');
  return (JSON.parse(stdout) as Report).tests[0] as TestReport;
}

/** The three figures of one run over these classes. */
async function figures(
  classes: string,
  ...runs: readonly (readonly string[])[]
): Promise<{ tally: ScoreReport['tally']; percents: readonly unknown[]; score: ScoreReport }> {
  const suite = `tests:
  - name: t
    runs: ${runs.length}
    equal_function_sets: { classes: ${classes}, expect: [{ tool_selection.f1: { ">=": 0 } }] }
`;
  const score = (await measure(suite, ...runs)).scores[0] as ScoreReport;
  const { metrics, tally } = score;
  const percents = ['precision', 'recall', 'f1'].map((one) => metrics[`tool_selection.${one}`]);
  return { tally, percents, score };
}

const BOTH =
  '[{ name: search, members: [brave.web_search, google.search] }, { name: fetch, members: [http.get] }]';

/** The worked example as the page writes it. */
const WORKED = (
  runs = 1,
  expectation = `      expect:
        - tool_selection.f1: { ">=": 80 }
`,
): string => `tests:
  - name: research-agent picks search then fetch
    type: agent
    agent: researcher
    runs: ${runs}
    equal_function_sets:
      classes:
        - name: search
          members:
            - brave.web_search
            - google.search
        - name: fetch
          members:
            - http.get
${expectation}`;

const GOOD = ['brave.web_search', 'http.get'];
const POOR = ['google.search', 'shell.exec'];

describe('sets of tools that do the same job', () => {
  it.each(['brave.web_search', 'google.search'])('takes %s for the job', async (id) => {
    const { percents } = await figures(BOTH, [id, 'http.get']);
    expect(percents).toEqual([100, 100, 100]);
  });

  it('gives the same bytes for the same trace', async () => {
    const first = await start(WORKED(), [POOR], '--json');
    expect((await start(WORKED(), [POOR], '--json')).stdout).toBe(first.stdout);
  });
});

describe('the counting rule', () => {
  it('counts a class once, whichever member is called and however often', async () => {
    const { tally, percents } = await figures(BOTH, [
      'brave.web_search',
      'google.search',
      'brave.web_search',
      'http.get',
    ]);
    expect(tally).toMatchObject({ tp: 2, fp: 0, fn: 0 });
    expect(percents).toEqual([100, 100, 100]);
  });

  it('counts a class without a call as missed, and a call without a class as wrong', async () => {
    const { tally } = await figures(BOTH, ['google.search', 'shell.exec', 'shell.exec']);
    expect(tally).toMatchObject({ tp: 1, fp: 2, fn: 1 });
  });

  it('derives precision, recall and their harmonic mean', async () => {
    // 1 of 3 calls on target, 1 of 2 classes reached: 2 * 1 / (2 * 1 + 2 + 1).
    const { percents } = await figures(BOTH, ['google.search', 'shell.exec', 'shell.exec']);
    expect(percents).toEqual([33, 50, 40]);
  });

  it('keeps servers apart where the member names one, and takes any server where it does not', async () => {
    const qualified = await figures('[{ name: s, members: [brave.search] }]', ['google.search']);
    expect(qualified.tally).toMatchObject({ tp: 0, fp: 1, fn: 1 });
    const bare = await figures('[{ name: s, members: [search] }]', ['google.search']);
    expect(bare.tally).toMatchObject({ tp: 1, fp: 0, fn: 0 });
  });
});

describe('percents and edges', () => {
  it('reports integers from 0 to 100, rounded down', async () => {
    // 2 of 3: 66.67 % is 66.
    const { percents } = await figures(BOTH, [...GOOD, 'shell.exec']);
    expect(percents).toEqual([66, 100, 80]);
  });

  it('is 100 where nothing was declared and nothing called', async () => {
    const { percents, score } = await figures('[]', []);
    expect(percents).toEqual([100, 100, 100]);
    expect(score.vacuous).toBe(true);
  });

  it('is 0 where nothing can be divided by', async () => {
    expect((await figures(BOTH, [])).percents).toEqual([0, 0, 0]);
    expect((await figures('[]', ['shell.exec'])).percents).toEqual([0, 0, 0]);
  });
});

describe('the worked example', () => {
  it('passes the first run with 2, 0 and 0', async () => {
    const { verdict, scores } = await measure(WORKED(), GOOD);
    expect(verdict).toBe('pass');
    expect(scores[0]).toMatchObject({
      tally: { tp: 2, fp: 0, fn: 0 },
      metrics: {
        'tool_selection.precision': 100,
        'tool_selection.recall': 100,
        'tool_selection.f1': 100,
      },
      classes: [
        { name: 'search', hits: 1, misses: 0, matched_by: ['brave.web_search'] },
        { name: 'fetch', hits: 1, misses: 0, matched_by: ['http.get'] },
      ],
    });
  });

  it('fails the second run with 1, 1 and 1, and names the missed class and the unexpected tool', async () => {
    const { verdict, scores } = await measure(WORKED(), POOR);
    expect(verdict).toBe('fail');
    expect(scores[0]).toMatchObject({
      tally: { tp: 1, fp: 1, fn: 1 },
      metrics: {
        'tool_selection.precision': 50,
        'tool_selection.recall': 50,
        'tool_selection.f1': 50,
      },
      classes: [
        { name: 'search', hits: 1, misses: 0, matched_by: ['google.search'] },
        { name: 'fetch', hits: 0, misses: 1, matched_by: [] },
      ],
      missed: ['fetch'],
      unexpected: ['shell.exec'],
    });
    const { code, stdout } = await start(WORKED(), [POOR]);
    expect(code).toBe(1);
    expect(stdout).toMatch(/missed +fetch/);
    expect(stdout).toMatch(/unexpected +shell\.exec/);
  });

  it('needs classes; each has a name and members', async () => {
    const broken = ['{}', '{ classes: [{ members: [a] }] }', '{ classes: [{ name: a }] }'];
    for (const block of broken) {
      const suite = `tests: [{ name: t, equal_function_sets: ${block} }]\n`;
      const { code, stderr } = await start(suite, [GOOD]);
      expect(code).toBe(2);
      expect(stderr).toContain('SUITE_MISSING_KEY');
    }
  });
});

describe('the default gate', () => {
  it.each([
    ['left out', ''],
    ['blank', '      expect:\n'],
    ['an empty list', '      expect: []\n'],
  ])('is F1 >= 50 where expect is %s', async (_, expectation) => {
    const { gates, verdict } = await measure(WORKED(1, expectation), POOR);
    expect(verdict).toBe('pass');
    expect(gates).toMatchObject([
      { metric: 'tool_selection.f1', op: '>=', value: 50, observed: 50, source: 'default' },
    ]);
    // 1 of 3 calls and 1 of 2 classes: 40.
    const worse = await measure(WORKED(1, expectation), [
      'google.search',
      'shell.exec',
      'shell.exec',
    ]);
    expect(worse.verdict).toBe('fail');
  });

  it('applies to the smallest block', async () => {
    const suite = `tests:
  - name: t
    equal_function_sets:
      classes:
        - name: search
          members: [brave.web_search, google.search]
`;
    expect((await measure(suite, ['google.search'])).gates).toMatchObject([
      { value: 50, pass: true },
    ]);
  });
});

describe('floors of your own', () => {
  const FLOORS = `      expect:
        - tool_selection.precision: { ">=": 90 }
        - tool_selection.f1: { ">=": 70 }
`;

  it('gates precision and F1, and replaces the default', async () => {
    const { gates } = await measure(WORKED(1, FLOORS), [...GOOD, 'shell.exec']);
    expect(gates).toMatchObject([
      { metric: 'tool_selection.precision', value: 90, observed: 66, pass: false },
      { metric: 'tool_selection.f1', value: 70, observed: 80, pass: true },
    ]);
  });

  it('gates recall with every operator', async () => {
    for (const [op, value] of [
      ['>=', 50],
      ['>', 49],
      ['<=', 50],
      ['<', 51],
      ['==', 50],
      ['!=', 51],
    ]) {
      const gate = `      expect: [{ tool_selection.recall: { "${op}": ${value} } }]\n`;
      expect((await measure(WORKED(1, gate), POOR)).verdict).toBe('pass');
    }
  });

  it('takes integers from 0 to 100 only', async () => {
    for (const value of ['0.8', '101', '-1']) {
      const gate = `      expect: [{ tool_selection.f1: { ">=": ${value} } }]\n`;
      const { code, stderr } = await start(WORKED(1, gate), [GOOD]);
      expect(code).toBe(2);
      expect(stderr).toContain('SUITE_GATE_UNIT');
    }
  });

  it('sums over several runs before it divides, in any order', async () => {
    // 3 hits, 1 wrong call, 1 miss: 6 / 8.
    for (const runs of [
      [GOOD, POOR],
      [POOR, GOOD],
    ]) {
      const { scores, verdict } = await measure(WORKED(2), ...runs);
      expect(verdict).toBe('fail');
      expect(scores[0]).toMatchObject({
        tally: { tp: 3, fp: 1, fn: 1 },
        metrics: { 'tool_selection.f1': 75 },
      });
    }
  });
});

describe('the judged path', () => {
  const JUDGE = 'openai-compatible:judge-2026-11-01';
  const answers = '    answer: { rubric: names a source }\n';

  it.each([
    [
      'a judge that nothing asks',
      `judge: { model: "${JUDGE}", base_url: "http://localhost" }\n${WORKED()}`,
      'SUITE_NO_EFFECT',
    ],
    ['a rubric without a judge', `${WORKED()}${answers}`, 'SUITE_MISSING_KEY'],
  ])('rejects %s instead of ignoring it', async (_, suite, code) => {
    const ran = await start(suite, [GOOD]);
    expect(ran).toMatchObject({ code: 2, stdout: '' });
    expect(ran.stderr).toContain(code);
  });

  it.each([
    { calls: GOOD, lean: 'high', code: 0, gates: ['pass', 'pass'] },
    { calls: GOOD, lean: 'low', code: 1, gates: ['pass', 'fail'] },
    // However good the answer reads, the tools were wrong.
    { calls: POOR, lean: 'high', code: 1, gates: ['fail', 'pass'] },
  ] as const)(
    'is beside the objective gate: $code, $gates',
    async ({ calls, lean, code, gates }) => {
      const program = await startProgram({ judge: [{ lean }] });
      onTestFinished(() => program.close());
      const url = program.baseUrls['openai-compatible'];
      const suite = `judge: { model: "${JUDGE}", base_url: "${url}" }\n${WORKED()}${answers}`;
      folder?.remove();
      folder = workspace({
        'package.json': '{}',
        'whichtool.yaml': suite,
        'traces/1.json': JSON.stringify({
          tool_calls: calls.map(call),
          output: 'By the announcement.',
        }),
      });
      const args = ['run', '--traces', 'traces/*.json', '--json'];
      const ran = await whichtool(args, { cwd: folder.path });
      expect(ran).toMatchObject({ code, stderr: '' });
      const [test] = (JSON.parse(ran.stdout) as Report).tests;
      expect(test?.gates.map(({ outcome }) => outcome)).toEqual(gates);
      expect(test?.gates.map(({ judged }) => judged)).toEqual([undefined, true]);
    },
  );
});
