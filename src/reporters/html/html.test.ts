import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import type { Report } from '#core';
import { hostileReport, largeReport, ordersReport, sampleReport } from '../fixtures/reports.ts';
import { blocksOf } from './blocks.ts';
import { html } from './index.ts';
import { caseAt, type CaseColumns } from './case-columns.ts';
import { type Packed, unpack } from './pack.ts';

function write(report: Report): string {
  return [...html(report, { color: false, width: 80 })].join('');
}

function islands(page: string): ReadonlyMap<string, unknown> {
  const blocks = page.matchAll(/<script type="application\/json" id="([^"]+)">([^<]*)<\/script>/g);
  return new Map([...blocks].map(([, id = '', json = '']) => [id, JSON.parse(json)]));
}

function freeze<T>(value: T): T {
  if (typeof value === 'object' && value !== null) {
    Object.freeze(value);
    Object.values(value).forEach(freeze);
  }
  return value;
}

function hash(text: string | undefined): string {
  return createHash('sha256')
    .update(text ?? '')
    .digest('base64');
}

/** The evidence as it is in the page: evals, then tests. */
function evidence(page: string): readonly unknown[] {
  const blocks = islands(page);
  return [...blocks].flatMap(([id, table]) => {
    if (!id.startsWith('evidence-')) return [];
    const entries = unpack(table as Packed) as readonly object[];
    const columns = blocks.get(id.replace('evidence', 'cases'));
    return columns === undefined ? entries : entries.map((entry) => withCases(entry, columns));
  });
}

/** An eval with the cases of its columns. */
function withCases(entry: object, table: unknown): object {
  const columns = unpack(table as Packed) as CaseColumns;
  const cases = columns.ids.map((_, place) => caseAt(columns, place));
  return { ...entry, cases, ...(columns.usage === undefined ? {} : { caseUsage: columns.usage }) };
}

test.each([
  ['a rich report', sampleReport()],
  ['a report with evidence', ordersReport()],
  ['a report of 450 tests', largeReport(450)],
  [
    'a hostile report',
    hostileReport('</script><script>1</script><!--\u2028"\u0000\ud800__proto__'),
  ],
  ['a report with a key __proto__', hostileReport('__proto__')],
  ['an empty report', { ...sampleReport(), tests: [], evals: [] }],
])('no evidence is lost in %s', (_, report) => {
  const found = evidence(write(report));
  const expected: unknown = JSON.parse(JSON.stringify([...report.evals, ...report.tests]));
  expect(found).toEqual(expected);
  expect(JSON.stringify(found).length).toBe(JSON.stringify(expected).length);
});

test('the same report gives the same bytes and is left as it was', () => {
  const report = freeze(sampleReport());
  expect(write(report)).toBe(write(report));
});

test('text of the report stands in data blocks only', () => {
  const page = write(hostileReport('PAYLOAD'));
  const outside = page.replaceAll(/<script type="application\/json"[^>]*>[^<]*<\/script>/g, '');
  expect(page).toContain('PAYLOAD');
  expect(outside).not.toContain('PAYLOAD');
});

test('a verdict that is no verdict cannot become markup', () => {
  const report: Report = JSON.parse(
    JSON.stringify(sampleReport()).replace('"verdict":"fail"', '"verdict":"<i>"'),
  );
  expect(write(report)).not.toContain('<i>');
});

test('the policy allows exactly the script and the style that the page holds', () => {
  const page = write(sampleReport());
  const policy = /Content-Security-Policy" content="([^"]+)"/.exec(page)?.[1];
  const script = /<script>([\s\S]*?)<\/script>/.exec(page)?.[1];
  const style = /<style>([\s\S]*?)<\/style>/.exec(page)?.[1];
  expect(policy).toBe(
    `default-src 'none'; script-src 'sha256-${hash(script)}'; style-src 'sha256-${hash(style)}'; ` +
      "img-src data:; base-uri 'none'; form-action 'none'; " +
      "require-trusted-types-for 'script'; trusted-types 'none'",
  );
});

test('the page refers to nothing outside itself', () => {
  const page = write(sampleReport());
  const addresses = [...page.matchAll(/\b(?:src|href)="([^"]*)"/g)].map(([, address]) => address);
  expect(addresses).toHaveLength(1);
  expect(addresses[0]).toMatch(/^data:image\/svg\+xml,/);
});

test('the headline is the verdict line', () => {
  expect(write(sampleReport())).toMatch(/<p>5 tests: 2 failed, .* · 1 eval failed<\/p>/);
  const empty = write({ ...sampleReport(), verdict: 'pass', tests: [], evals: [] });
  expect(empty.includes('nothing was selected')).toBe(true);
  const passed = sampleReport().tests.filter(({ verdict }) => verdict === 'pass');
  const passing = write({ ...sampleReport(), verdict: 'pass', tests: passed, evals: [] });
  expect(passing.includes('<p>1 test passed</p>')).toBe(true);
});

test('what is known beside the report is in the index, and changes nothing else', () => {
  const provenance = { date: '2026-11-16', commit: '4f2c19e' };
  const [report, options] = [sampleReport(), { color: false, width: 80 }];
  const page = [...html(report, { ...options, provenance })].join('');
  expect(islands(page).get('index')).toMatchObject({ provenance });
  expect(page.replace(/,"provenance":\{[^}]*\}/, '')).toBe(write(report));
});

test('tests with many listed runs share no block with others', () => {
  const report = sampleReport();
  const run = { run: 1, verdict: 'fail', evidence: { where: 'a.jsonl:1' } } as const;
  const listedRuns = Array.from({ length: 150 }, () => run);
  const tests = report.tests.map((each) => ({ ...each, listedRuns }));
  expect(blocksOf({ tests, evals: report.evals })).toEqual([0, 1, 2, 3, 4, 5]);
  expect(blocksOf(report)).toEqual([0, 1]);
});
