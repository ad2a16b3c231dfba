import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import type { Report } from '#core';
import { hostileReport, largeReport, sampleReport } from '../fixtures/reports.ts';
import { html } from './index.ts';
import { unpack } from './pack.ts';

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
  const found: unknown[] = [];
  for (const [id, table] of islands(page)) {
    if (id.startsWith('evidence-') && Array.isArray(table)) {
      const entries = unpack(table);
      if (Array.isArray(entries)) found.push(...entries);
    }
  }
  return found;
}

test.each([
  ['a rich report', sampleReport()],
  ['a report of 450 tests', largeReport(450)],
  [
    'a hostile report',
    hostileReport('</script><script>1</script><!--\u2028"\u0000\ud800__proto__'),
  ],
  ['a report with a key __proto__', hostileReport('__proto__')],
  ['an empty report', { ...sampleReport(), tests: [], evals: [] }],
])('no evidence is lost in %s', (_, report) => {
  const found = evidence(write(report));
  expect(JSON.stringify(found)).toBe(JSON.stringify([...report.evals, ...report.tests]));
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
  expect(write(sampleReport()).includes('<span>1 eval failed</span>')).toBe(true);
  const empty = write({ ...sampleReport(), verdict: 'pass', tests: [], evals: [] });
  expect(empty.includes('nothing was selected')).toBe(true);
  const passed = sampleReport().tests.filter(({ verdict }) => verdict === 'pass');
  const passing = write({ ...sampleReport(), verdict: 'pass', tests: passed, evals: [] });
  expect(passing.includes('<strong>1 test passed</strong>')).toBe(true);
});
