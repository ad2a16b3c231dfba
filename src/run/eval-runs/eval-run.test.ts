import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { compareReports, type EvalReport, type Report, UserError } from '#core';
import { loadSuites } from '../load-suites.ts';
import { runOptions } from '../fixtures/run-options.ts';
import { runSuites } from '../run.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'whichtool-eval-'));
  write('package.json', '{}');
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

function write(name: string, text: string): void {
  writeFileSync(join(folder, name), text);
}

function writeLines(name: string, lines: readonly object[]): void {
  write(name, lines.map((line) => `${JSON.stringify(line)}\n`).join(''));
}

async function run(suite: string, runs: number | null = null): Promise<Report> {
  write('whichtool.yaml', suite);
  return runSuites(await loadSuites([], folder), runOptions(folder, { runs }));
}

async function evaluated(suite: string, runs: number | null = null): Promise<EvalReport> {
  return (await run(suite, runs)).evals[0] as EvalReport;
}

async function issuesOf(suite: string): Promise<readonly string[]> {
  const error: unknown = await run(suite).catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(UserError);
  return (error as UserError).issues.map(({ code, message }) => `${code} ${message}`);
}

const row = (id: string, tool = 'a'): object => ({ id, expected_tool: tool });
const made = (id: string, name: string, more: object = {}): object => ({
  case: id,
  tool_calls: [{ name }],
  ...more,
});

describe('an eval with several runs per row', () => {
  const suite = (more = ''): string => `
dataset: rows.jsonl
traces: traces.jsonl
runs: 3
scorers: [{ type: tool_name_match }]
expect:
  - tool_name_match: { ">=": 0.1 }
${more}`;
  const all = [
    ...[1, 2, 3].map((at) => made('always', 'a', { run: at })),
    ...[1, 2, 3].map((at) => made('sometimes', at === 2 ? 'b' : 'a', { run: at })),
    ...[1, 2, 3].map(() => made('never', 'b')),
  ];
  beforeEach(() => {
    writeLines('rows.jsonl', [row('always'), row('sometimes'), row('never')]);
    writeLines('traces.jsonl', all);
  });

  it('grades every run, and says which cases are flaky', async () => {
    const found = await evaluated(suite());
    expect(found.runs).toBe(9);
    expect(found.scores[0]?.tally).toEqual({ matched: 5, cases: 9 });
    expect(found.confusion?.labels).toEqual(['a', 'b']);
    expect(found.confusion?.matrix).toEqual([
      [5, 4],
      [0, 0],
    ]);
    // A case is named once, however often it went wrong.
    expect(found.confusion?.cells[0]?.cases).toEqual(['sometimes', 'never']);
    expect(found.cases).toMatchObject([
      { id: 'always', verdict: 'pass', passing: { k: 3, n: 3 }, evidence: { run: 1 } },
      { id: 'sometimes', verdict: 'fail', passing: { k: 2, n: 3 } },
      { id: 'never', verdict: 'fail', passing: { k: 0, n: 3 }, evidence: { run: 1 } },
    ]);
    expect(found.repeats).toEqual({
      cases: 3,
      k: 3,
      passHatK: 0.3333,
      passAtK: 0.6667,
      flaky: { total: 1, items: [{ name: 'sometimes', k: 2, n: 3 }] },
    });
    expect(found.passing).toMatchObject({ k: 5, n: 9 });
  });

  it('does not depend on the order of numbered traces', async () => {
    // Only the lines are other ones.
    const text = async (): Promise<string> =>
      JSON.stringify(await run(suite())).replaceAll(/jsonl:\d+/g, 'jsonl');
    const before = await text();
    writeLines('traces.jsonl', all.toReversed());
    expect(await text()).toBe(before);
  });

  it('can be gated by how reliable its cases are', async () => {
    const { gates, verdict } = await evaluated(
      suite(`
  - repeats.pass_hat_k: { ">=": 0.34 }
  - repeats.pass_at_k: { ">=": 0.6 }
  - repeats.flaky: { "<=": 1 }`),
    );
    expect(verdict).toBe('fail');
    expect(gates.slice(1).map(({ observed, outcome }) => [observed, outcome])).toEqual([
      [0.3333, 'fail'],
      [0.6667, 'pass'],
      [1, 'pass'],
    ]);
  });

  it('does not measure runs that are missing', async () => {
    writeLines('traces.jsonl', all.slice(1));
    const found = await evaluated(suite());
    expect(found).toMatchObject({ verdict: 'error', runs: 8, errors: 1 });
    expect(found.cases[0]).toMatchObject({
      verdict: 'error',
      passing: { k: 2, n: 2 },
      evidence: { where: 'rows.jsonl:1', expected: { calls: [{ tool: 'a' }] } },
    });
    expect(found.unmeasured.items[0]).toMatchObject({ case: 'always', code: 'RUN_MISSING' });
  });

  it('does not measure a row without any trace', async () => {
    writeLines('traces.jsonl', all.slice(3));
    const found = await evaluated(suite());
    expect(found).toMatchObject({ verdict: 'error', runs: 6, errors: 3 });
    expect(found.cases[0]).toMatchObject({ id: 'always', verdict: 'error' });
    expect(found.cases[0]?.evidence?.calls).toBeUndefined();
  });

  it('refuses more runs than it says', async () => {
    writeLines('traces.jsonl', [...all, made('never', 'b')]);
    expect(await issuesOf(suite())).toEqual([
      'RUNS_TOO_MANY "whichtool" says runs: 3, but 4 traces belong to case "never"',
    ]);
  });

  it('refuses one run number twice, and one id for two runs', async () => {
    writeLines('traces.jsonl', [...all, made('always', 'b', { run: 2 })]);
    expect(await issuesOf(suite())).toEqual([
      'RUN_CONFLICT run 2 of case "always" of "whichtool" is there twice',
    ]);
    writeLines('traces.jsonl', [
      made('always', 'a', { id: 'x' }),
      made('always', 'a', { id: 'x' }),
      made('always', 'b', { id: 'x' }),
    ]);
    expect(await issuesOf(suite())).toEqual([
      'RUN_CONFLICT two different runs of "whichtool" have the id "x"',
    ]);
  });

  it('takes another number of runs from the command line', async () => {
    writeLines('traces.jsonl', [made('always', 'a'), made('sometimes', 'a'), made('never', 'a')]);
    const found = await evaluated(suite(), 1);
    expect(found).toMatchObject({ verdict: 'pass', runs: 3 });
    expect(found.repeats).toBeUndefined();
  });
});

describe('an eval with one run per row', () => {
  it('has no reliability to gate', async () => {
    writeLines('rows.jsonl', [{ ...row('x'), tool_calls: [{ name: 'a' }] }]);
    const { gates } = await evaluated(`
dataset: rows.jsonl
scorers: [{ type: tool_name_match }]
expect: [{ repeats.pass_hat_k: { ">=": 1 } }]`);
    expect(gates[0]).toMatchObject({ outcome: 'error', note: 'not measured: nothing ran twice' });
  });
});

describe('a test with several runs', () => {
  const suite = (gates: string, runs = '    runs: 2\n'): string => `
tests:
  - name: t
    traces: traces.jsonl
${runs}    tool_call_f1: { expected: [{ tool: a }] }
    expect:
      - repeats.pass_hat_k: { "==": 1 }
${gates}`;

  it('can be gated by whether all of them pass', async () => {
    writeLines('traces.jsonl', [
      { tool_calls: [{ name: 'a' }] },
      { tool_calls: [{ name: 'a' }, { name: 'b' }] },
    ]);
    const [test] = (await run(suite('      - tool_call.f1: { ">=": 0.8 }'))).tests;
    expect(test?.gates.map(({ observed, outcome }) => [observed, outcome])).toEqual([
      [0, 'fail'],
      [0.8, 'pass'],
    ]);
  });

  it('needs another gate that says which runs pass', async () => {
    writeLines('traces.jsonl', [{ tool_calls: [{ name: 'a' }] }, { tool_calls: [{ name: 'b' }] }]);
    const [test] = (await run(suite(''))).tests;
    expect(test?.gates[0]).toMatchObject({
      outcome: 'error',
      note: 'not measured: no other gate says which runs pass',
    });
  });

  it('has no reliability where its runs may have different inputs', async () => {
    writeLines('traces.jsonl', [{ tool_calls: [{ name: 'a' }] }, { tool_calls: [{ name: 'a' }] }]);
    const report = await run(suite('      - tool_call.f1: { ">=": 0.8 }', ''));
    expect(report.tests[0]?.gates[0]).toMatchObject({
      outcome: 'error',
      note: 'not measured: its runs may have different inputs; say runs: N',
    });
    expect(report.repeats).toBeUndefined();
  });
});

describe('an eval over rows with a weight', () => {
  const suite = (expectation: string): string => `
dataset: rows.jsonl
scorers: [{ type: tool_name_match }, { type: tool_name_match, key: k, decision: any }]
expect: [${expectation}]`;
  const weighted = (id: string, weight: unknown, name: string, stratum: object): object => ({
    ...row(id),
    tool_calls: [{ name }],
    weight,
    stratum,
  });
  // 9 of 10 of the population in one stratum, half of it right; the rest all right.
  const rows = [
    weighted('x1', 45, 'a', { tool: 'x' }),
    weighted('x2', 45, 'b', { tool: 'x' }),
    ...[1, 2, 3, 4].map((i) => weighted(`y${i}`, 2.5, 'a', { tool: 'y' })),
  ];

  it('gives its shares reweighted beside the raw ones', async () => {
    writeLines('rows.jsonl', rows);
    const { scores, gates } = await evaluated(
      suite('{ weighted.tool_name_match: { ">=": 0.56 } }, { tool_name_match: { ">=": 0.56 } }'),
    );
    expect(scores[0]?.metrics).toEqual({
      tool_name_match: 0.8333,
      'weighted.tool_name_match': 0.55,
    });
    expect(scores[0]?.tally).toEqual({ matched: 5, cases: 6 });
    expect(Object.keys(scores[1]?.metrics ?? {})).toEqual([
      'k.tool_name_match',
      'k.weighted.tool_name_match',
    ]);
    expect(gates.map(({ outcome }) => outcome)).toEqual(['fail', 'pass']);
  });

  it('certifies by what the weights leave of the number of cases', async () => {
    writeLines('rows.jsonl', rows);
    const { gates } = await evaluated(
      suite('{ weighted.tool_name_match: { ">=": 0.5, certify: true } }'),
    );
    expect(gates[0]).toMatchObject({ observed: 0.55, outcome: 'inconclusive' });
    expect(gates[0]?.note).toContain('(this sample counts as 1)');
  });

  it('reweights nothing where a row has no weight, and says so', async () => {
    writeLines('rows.jsonl', [...rows, weighted('z', 'heavy', 'a', {})]);
    const report = await run(suite('{ weighted.tool_name_match: { ">=": 0.5 } }'));
    expect(report.evals[0]?.scores[0]?.metrics).toEqual({ tool_name_match: 0.8571 });
    expect(report.evals[0]?.gates[0]).toMatchObject({
      outcome: 'error',
      unit: 'ratio',
      note: 'not measured: not every row has a weight',
    });
    expect(report.issues.map(({ code }) => code)).toEqual(['ROW_WEIGHT']);
  });

  it('has the reweighted shares as its figures where the suite names their column', async () => {
    writeLines('rows.jsonl', rows);
    const gates =
      '{ tool_name_match: { ">=": 0.56 } }, { raw.tool_name_match: { ">=": 0.56 } }, { weighted.tool_name_match: { ">=": 0.56 } }';
    const found = await evaluated(`${suite(gates)}\nweights: weight`);
    expect(found.scores[0]?.metrics).toEqual({
      tool_name_match: 0.55,
      'raw.tool_name_match': 0.8333,
    });
    expect(found.scores[0]?.tally).toEqual({ matched: 5, cases: 6 });
    expect(Object.keys(found.scores[1]?.metrics ?? {})).toEqual([
      'k.tool_name_match',
      'k.raw.tool_name_match',
    ]);
    expect(found.gates.map(({ observed, outcome }) => [observed, outcome])).toEqual([
      [0.55, 'fail'],
      [0.8333, 'pass'],
      [0.55, 'fail'],
    ]);
    expect(found.gates[1]?.interval).toEqual(found.scores[0]?.intervals['raw.tool_name_match']);
    expect(found.weighting).toMatchObject({ column: 'weight', passing: { rate: 0.55 } });
    expect(found.cases.map(({ weight }) => weight)).toEqual([45, 45, 2.5, 2.5, 2.5, 2.5]);
  });

  it('turns that round with weights: none, and moves nothing by itself', async () => {
    writeLines('rows.jsonl', rows);
    const gates = '{ tool_name_match: { ">=": 0.56 } }, { raw.tool_name_match: { ">=": 0.56 } }';
    for (const end of ['', '\nweights: none']) {
      const found = await evaluated(`${suite(gates)}${end}`);
      expect(found.gates.map(({ outcome }) => outcome)).toEqual(['pass', 'pass']);
      expect(found.gates[1]?.interval).toEqual(found.gates[0]?.interval);
      expect(found.weighting).toBeUndefined();
      expect(found.cases[0]?.weight).toBeUndefined();
    }
  });

  it('measures no share where a row lacks the weight that the suite names', async () => {
    writeLines('rows.jsonl', rows);
    const found = await evaluated(
      `${suite('{ tool_name_match: { ">=": 0.5 } }')}\nweights: population`,
    );
    expect(found).toMatchObject({
      verdict: 'error',
      weighting: { column: 'population', passing: { rate: null, interval: null } },
    });
    expect(found.gates[0]).toMatchObject({
      outcome: 'error',
      note: 'not measured: not every row has a weight',
    });
  });

  it('is not compared with a report of another weighting', async () => {
    writeLines('rows.jsonl', rows);
    const raw = await run(suite('{ tool_name_match: { ">=": 0.5 } }'));
    const weightedReport = await run(
      `${suite('{ tool_name_match: { ">=": 0.5 } }')}\nweights: weight`,
    );
    expect(compareReports(raw, weightedReport)).toMatchObject({
      code: 'COMPARE_REFUSED',
      message:
        'eval "whichtool" is not reweighted in the first report and is reweighted by "weight" in the second',
    });
    const same = compareReports(weightedReport, weightedReport);
    expect('parts' in same && same.parts[0]?.weighted).toMatchObject({
      before: { rate: 0.55 },
      after: { rate: 0.55 },
    });
  });

  it('says nothing of weights where no row has one', async () => {
    writeLines('rows.jsonl', [{ ...row('x'), tool_calls: [{ name: 'a' }] }]);
    const report = await run(suite('{ tool_name_match: { ">=": 0.5 } }'));
    expect(report.evals[0]?.scores[0]?.metrics).toEqual({ tool_name_match: 1 });
    expect(report.issues).toEqual([]);
  });
});

describe('gates that stand where they say nothing', () => {
  it('are refused when the suite is loaded', async () => {
    const found = await issuesOf(`
tests:
  - name: t
    equal_function_sets:
      classes: [{ name: a, members: [a] }]
      expect: [{ repeats.pass_hat_k: { ">=": 1 } }]
    expect: [{ weighted.no_tool.rate: { ">=": 1 } }]`);
    expect(found).toEqual([
      'SUITE_UNKNOWN_METRIC metric "repeats.pass_hat_k" is not measured here',
      'SUITE_UNKNOWN_METRIC metric "weighted.no_tool.rate" is not measured here',
    ]);
  });
});
