import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type Report, UserError } from '#core';
import type { TryReport } from '#reporters';
import type { TrialDocument } from '#schema';
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
  write('other.json', JSON.stringify([{ name: 'sing', description: 'Sings songs.' }]));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

function write(name: string, text: string): void {
  writeFileSync(join(folder, name), text);
}

const TOOLS = [
  { name: 'feed', description: 'Gives apples or bananas.' },
  { name: 'wash', description: 'Nothing to see.' },
];

/** One test that fails, one that is right, and one whose agent has other tools. */
const test = (name: string, agent: string, prompt: string, tool: string): string =>
  `  - { name: ${name}, runs: 4, agent: ${agent}, prompt: ${prompt}, function_call_coverage: { function_calls: [${tool}] } }\n`;

const SOAP_TEST = test('soap', 'keeper', 'soap for apples and bananas', 'wash');
const FRUIT_TEST = test('fruit', 'keeper', 'apples and bananas', 'feed');
const SUITE = `
agents:
  keeper: { model: lexical, catalog: tools.json }
  singer: { model: lexical, catalog: other.json }
tests:
${SOAP_TEST}${FRUIT_TEST}${test('song', 'singer', 'songs', 'sing')}`;

const SOAP: TrialDocument = {
  overrides: { wash: { description: 'Soap on apples and bananas: soap, soap.' } },
};

async function baseline(suite = SUITE): Promise<Report> {
  write('whichtool.yaml', suite);
  const options = runOptions(folder, { drive: driveOptions(join(folder, 'before')) });
  return runSuites(await loadSuites([], folder), options);
}

async function attempt(
  before: Report,
  trial: TrialDocument,
  more: Partial<DriveOptions> = {},
): Promise<TryReport> {
  return tryOverrides(await loadSuites([], folder), {
    cwd: folder,
    runs: null,
    version: '0',
    threads: 1,
    trial,
    baseline: before,
    drive: driveOptions(join(folder, 'kept'), { keepsFresh: true, ...more }),
  });
}

describe('tests that are tried', () => {
  it('are those whose agent is offered a tool that changes, run by run', async () => {
    const before = await baseline();
    const report = await attempt(before, SOAP);
    expect(report.evals).toEqual([]);
    expect(report.tests).toMatchObject({
      allTests: 3,
      pairs: 2,
      before: { k: 4, n: 8 },
      errors: 0,
    });
    expect(
      report.tests?.tests.map(({ name, before: then, after }) => [name, then.k, after.k, after.n]),
    ).toEqual([
      ['soap', 0, 4, 4],
      ['fruit', 4, report.tests?.tests[1]?.after.k, 4],
    ]);
    // The four runs of a test gave one answer: 0 of 1 against 1 of 1 proves nothing.
    expect(report.tests?.tests[0]?.p.exact).toBe(1);
    expect(report.tests).toMatchObject({ verdict: 'inconclusive', identical: 12 });
    expect(report.patch.map(({ name }) => name)).toEqual(['wash']);
    expect(await attempt(before, SOAP, { isReplay: true })).toEqual(report);
  });

  it('are better or worse by all of them together, each answer counted once', async () => {
    const six = (test: string): string =>
      [1, 2, 3, 4, 5, 6].map((i) => test.replace('name: ', `name: ${i} `)).join('');
    const only = SUITE.replace(FRUIT_TEST, '').replace(SOAP_TEST, six(SOAP_TEST));
    const better = await attempt(await baseline(only), SOAP);
    expect(better).toMatchObject({ verdict: 'better', tests: { fixed: 6, broken: 0 } });
    // All six of one side: two of 64 signs.
    expect(better.tests?.p.exact).toBeCloseTo(2 / 64, 6);
    const nothing = { overrides: { feed: { description: 'Nothing.' } } };
    const right = SUITE.replace(SOAP_TEST, '').replace(FRUIT_TEST, six(FRUIT_TEST));
    const worse = await attempt(await baseline(right), nothing);
    expect(worse).toMatchObject({ verdict: 'worse', tests: { fixed: 0, broken: 6 } });
  });

  it('are undecided where all runs repeat one answer, however many runs there are', async () => {
    const many = SUITE.replace(FRUIT_TEST, '').replaceAll('runs: 4', 'runs: 20');
    const report = await attempt(await baseline(many), SOAP);
    expect(report).toMatchObject({
      verdict: 'inconclusive',
      tests: { before: { k: 0, n: 20 }, after: { k: 20, n: 20 }, identical: 38, p: { exact: 1 } },
    });
  });

  it('cannot tell by one run of one test', async () => {
    const once = SUITE.replace(FRUIT_TEST, '').replaceAll('runs: 4', 'runs: 1');
    const report = await attempt(await baseline(once), SOAP);
    expect(report).toMatchObject({ verdict: 'inconclusive', tests: { fixed: 1, p: { exact: 1 } } });
  });

  it('are not measured where the runs are not there', async () => {
    const before = await baseline();
    await attempt(before, SOAP);
    const other = { overrides: { wash: { description: 'Other.' } } };
    const report = await attempt(before, other, { isReplay: true });
    expect(report).toMatchObject({ verdict: 'inconclusive', tests: { pairs: 0 } });
    expect(report.errors).toBeGreaterThan(0);
  });

  it('are named where the baseline lacks them, and refused where it lacks all', async () => {
    const before = await baseline();
    const some = { ...before, tests: before.tests.filter(({ name }) => name === 'soap') };
    const report = await attempt(some, SOAP);
    expect(report.issues.map(({ code, message }) => `${code} ${message}`)).toContain(
      'TRY_OTHER_CASES the baseline lacks "fruit", "song": not tried',
    );
    const refused: unknown = await attempt({ ...before, tests: [] }, SOAP).catch((e: unknown) => e);
    expect(refused).toBeInstanceOf(UserError);
    expect((refused as UserError).issues[0]?.message).toBe(
      'the baseline has no runs of "soap", "fruit", "song"',
    );
  });
});
