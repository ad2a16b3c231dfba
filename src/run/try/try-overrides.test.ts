import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type Report, UserError } from '#core';
import type { TryReport } from '#reporters';
import type { OverridesDocument } from '#schema';
import type { DriveOptions } from '../drive/drive.ts';
import { loadSuites } from '../load-suites.ts';
import { driveOptions, runOptions } from '../fixtures/run-options.ts';
import { runSuites } from '../run.ts';
import { tryOverrides } from './try-overrides.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'whichtool-try-'));
  write('package.json', '{}');
  write('tools.json', JSON.stringify(TOOLS));
  write('rows.jsonl', rows(ROWS));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

function write(name: string, text: string): void {
  writeFileSync(join(folder, name), text);
}

const TOOLS = [
  { server: 'zoo', name: 'feed', description: 'Gives apples or bananas or carrots.' },
  { server: 'zoo', name: 'wash', description: 'Nothing to see.' },
  { server: 'zoo', name: 'count', description: 'Counts penguins.' },
];

/** Six cases of `wash` that go to `feed`, two of `feed` that are right, two of `count` that are right. */
const ROWS: readonly (readonly [id: string, input: string, expected: string])[] = [
  ...Array.from(
    { length: 6 },
    (_, i) => [`wash-${i}`, 'soap for apples and bananas', 'wash'] as const,
  ),
  ['feed-0', 'apples bananas', 'feed'],
  ['feed-1', 'bananas carrots', 'feed'],
  ['count-0', 'penguins', 'count'],
  ['count-1', 'count penguins', 'count'],
];

function rows(all: typeof ROWS): string {
  return all
    .map(([id, input, tool]) => `${JSON.stringify({ id, input, expected_tool: tool })}\n`)
    .join('');
}

const SUITE = `
agents:
  keeper: { model: lexical, catalog: tools.json }
evals:
  - name: zoo
    agent: keeper
    dataset: rows.jsonl
    scorers: [ { type: tool_name_match } ]
    expect: []
`;

const SOAP: OverridesDocument = { wash: { description: 'Uses soap on apples: soap, soap.' } };

const drive = (more: Partial<DriveOptions>): DriveOptions =>
  driveOptions(join(folder, 'kept'), { keepsFresh: true, ...more });

async function baseline(suite = SUITE): Promise<Report> {
  write('whichtool.yaml', suite);
  const options = runOptions(folder, { drive: driveOptions(join(folder, 'before')) });
  return runSuites(await loadSuites([], folder), options);
}

async function attempt(
  before: Report,
  overrides: OverridesDocument,
  more: Partial<DriveOptions> = {},
): Promise<TryReport> {
  return tryOverrides(await loadSuites([], folder), {
    cwd: folder,
    runs: null,
    version: '0',
    threads: 1,
    trial: { overrides },
    baseline: before,
    drive: drive(more),
  });
}

async function refusalOf(running: Promise<TryReport>): Promise<string> {
  const error: unknown = await running.catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(UserError);
  return (error as UserError).issues.map(({ code, message }) => `${code} ${message}`).join('\n');
}

const kept = (): readonly string[] =>
  readdirSync(join(folder, 'kept'), { recursive: true, encoding: 'utf8' })
    .filter((name) => /(?:count|feed|wash)-.*\.json$/.test(name))
    .map((name) => name.replace(/.*\/(\w+-\d)-.*/, '$1'))
    .sort();

describe('other words about a tool', () => {
  it('are tried on the rows of the matrix that have to do with it, and on no others', async () => {
    const before = await baseline();
    expect(before.evals[0]?.confusion?.cells).toMatchObject([
      { expected: 'wash', observed: 'feed', count: 6 },
    ]);
    const report = await attempt(before, SOAP);
    expect(kept()).toEqual(
      ROWS.map(([id]) => id)
        .filter((id) => !id.startsWith('count'))
        .sort(),
    );
    expect(report).toMatchObject({ kind: 'try', verdict: 'better', errors: 0, issues: [] });
    const [one] = report.evals;
    expect(one).toMatchObject({ cases: 8, allCases: 10, pairs: 8, fixed: 6, broken: 0 });
    expect(one?.p).toMatchObject({ exact: 0.03125, adjusted: 0.03125, worse: 1 });
    expect(one?.tools.map(({ tool, isOverridden, fixed }) => [tool, isOverridden, fixed])).toEqual([
      ['wash', true, 6],
      ['feed', false, 0],
    ]);
    expect(one?.cells).toEqual([
      {
        expected: 'wash',
        observed: 'feed',
        before: 6,
        after: 0,
        verdict: 'better',
        named: { total: 6, fixed: 6, still: 0, elsewhere: 0, unknown: 0 },
        p: { exact: 0.03125, adjusted: 0.03125 },
      },
    ]);
  });

  it('come with what the model was told before', async () => {
    const { patch } = await attempt(await baseline(), SOAP);
    expect(patch).toEqual([
      {
        server: 'zoo',
        name: 'wash',
        description: { before: 'Nothing to see.', after: 'Uses soap on apples: soap, soap.' },
      },
    ]);
  });

  it('are worse when they break what was right', async () => {
    write('rows.jsonl', rows([...ROWS, ...feedRows(6)]));
    const before = await baseline();
    const report = await attempt(before, { feed: { description: 'Nothing at all.' } });
    expect(report.verdict).toBe('worse');
    expect(report.evals[0]).toMatchObject({ fixed: 0, broken: 8 });
    expect(report.evals[0]?.cells).toContainEqual(
      expect.objectContaining({ expected: 'feed', observed: '(none)', before: 0, after: 8 }),
    );
  });

  it('tell nothing when no case changes', async () => {
    const same = { wash: { description: 'Nothing to see.' } };
    const report = await attempt(await baseline(), same);
    expect(report).toMatchObject({ verdict: 'unchanged', evals: [{ fixed: 0, broken: 0 }] });
    expect(report.evals[0]?.cells[0]).toMatchObject({
      before: 6,
      after: 6,
      verdict: 'unchanged',
      named: { still: 6, fixed: 0 },
    });
  });

  it('win over a longer spelling in the suite, and keep what else that says', async () => {
    const suite = SUITE.replace(
      'catalog: tools.json }',
      'catalog: tools.json, overrides: { zoo.wash: { description: Stays. , input_schema: { type: object, title: Kept } } } }',
    );
    const report = await attempt(await baseline(suite), SOAP);
    expect(report.verdict).toBe('better');
    expect(report.patch[0]?.description?.before).toBe('Stays.');
  });

  it('have cells without a p where cases ran several times', async () => {
    const suite = SUITE.replace('    agent: keeper', '    runs: 2\n    agent: keeper');
    const report = await attempt(await baseline(suite), SOAP);
    expect(report).toMatchObject({ verdict: 'better', evals: [{ pairs: 8, fixed: 6 }] });
    expect(report.evals[0]?.cells).toMatchObject([{ before: 12, after: 0, p: null }]);
  });
});

const feedRows = (count: number): typeof ROWS =>
  Array.from({ length: count }, (_, i) => [`feed-1${i}`, 'apples carrots', 'feed'] as const);

describe('runs that were made to try something', () => {
  it('are not made again, and give the same in a replay', async () => {
    const before = await baseline();
    const report = await attempt(before, SOAP);
    const totals: number[] = [];
    const again = await attempt(before, SOAP, { onProgress: ({ total }) => totals.push(total) });
    expect([again, totals]).toEqual([report, []]);
    expect(await attempt(before, SOAP, { isReplay: true })).toEqual(report);
  });

  it('are stale for other words', async () => {
    const before = await baseline();
    await attempt(before, SOAP);
    const other = { wash: { description: 'Soap.' } };
    const report = await attempt(before, other, { isReplay: true });
    expect(report).toMatchObject({ verdict: 'inconclusive', errors: 8 });
    expect(report.issues[0]).toMatchObject({
      code: 'CASSETTE_STALE',
      hint: 'try without --replay',
    });
  });
});

describe('what cannot be tried', () => {
  it('is a tool that nobody is offered', async () => {
    expect(await refusalOf(attempt(await baseline(), { wahs: {} }))).toBe(
      'TOOL_OVERRIDE_UNKNOWN overrides name the tool "wahs", which no agent is offered',
    );
  });

  it('is a tool that no case has to do with', async () => {
    write('rows.jsonl', rows(ROWS.filter(([id]) => !id.startsWith('count'))));
    const message = await refusalOf(attempt(await baseline(), { count: { description: 'x' } }));
    expect(message).toMatch(/^TRY_REFUSED no case expects a tool that is overridden/);
  });

  it('is a baseline without a matrix, or of another dataset', async () => {
    const before = await baseline();
    const [{ confusion: _, ...plain }] = before.evals as [Report['evals'][number]];
    expect(await refusalOf(attempt({ ...before, evals: [plain] }, SOAP))).toBe(
      'TRY_REFUSED the baseline has no confusion matrix of "zoo"',
    );
    write('rows.jsonl', rows([...ROWS, ...feedRows(3)]));
    expect(await refusalOf(attempt(before, SOAP))).toBe(
      'TRY_REFUSED "zoo" has another dataset than the baseline: 10 of 13 cases are in both',
    );
  });

  it('is said where the dataset is only a little different', async () => {
    const before = await baseline();
    write('rows.jsonl', rows([...ROWS, ...feedRows(1)]));
    const { issues } = await attempt(before, SOAP);
    expect(issues.map(({ code }) => code)).toEqual(['TRY_OTHER_CASES']);
  });

  it('is said where the suite changed, for that may be the cause', async () => {
    const before = await baseline();
    write('whichtool.yaml', `${SUITE}# changed\n`);
    const { issues } = await attempt(before, SOAP);
    expect(issues.map(({ code, where }) => [code, where])).toEqual([
      ['TRY_OTHER_SUITE', 'whichtool.yaml'],
    ]);
  });

  it('is an eval whose runs are recorded', async () => {
    const before = await baseline();
    write('whichtool.yaml', SUITE.replace('    agent: keeper\n', ''));
    expect(await refusalOf(attempt(before, SOAP))).toBe(
      'TRY_REFUSED no test or eval of these suites drives an agent with a model',
    );
  });
});
