import type { Report } from '#core';
import MarkdownIt from 'markdown-it';
import { expect, test } from 'vitest';
import { hostileReport, largeReport, PAYLOADS, sampleReport } from '../fixtures/reports.ts';
import { stepSummary } from '../github/step-summary.ts';
import { loadReporter } from '../index.ts';

const markdown = await loadReporter('markdown');

const OPTIONS = { color: false, width: 80 };
const renderer = new MarkdownIt({ html: true, linkify: true });

function render(report: Report): string {
  return [...markdown(report, OPTIONS)].join('');
}

/** How often each element occurs in the rendered page. */
function countElements(html: string): Map<string, number> {
  const counts = new Map<string, number>();
  for (const [, name = ''] of html.matchAll(/<([a-z][a-z0-9]*)/gi)) {
    counts.set(name, (counts.get(name) ?? 0) + 1);
  }
  return counts;
}

test('the headline is the verdict', () => {
  expect(render(sampleReport()).split('\n').slice(0, 3)).toEqual([
    '## ❌ whichtool: FAIL',
    '',
    '5 tests: 2 failed, 1 not measured, 1 inconclusive, 1 passed · 1 eval failed',
  ]);
});

test('each gate that did not hold is a row of the table', () => {
  const [table = ''] = render(sampleReport()).split('<details>');
  const rows = table.split('\n').filter((line) => line.startsWith('|'));
  expect(rows).toHaveLength(2 + 6);
  expect(rows[2]).toBe(
    '| ❌ `research-agent picks search then fetch` | `tool_selection.f1` | 75 % | >= 80 % |',
  );
});

test('what was missed and what was unexpected is folded under the test', () => {
  expect(render(sampleReport())).toContain(
    '<details><summary>❌ <code>research-agent picks search then fetch</code> at <code>whichtool.yaml:2</code></summary>\n' +
      '\n' +
      '| metric | observed |  |\n' +
      '| --- | --- | --- |\n' +
      '| ❌ `tool_selection.f1` | 75 % | needs >= 80 % |\n' +
      '| `tool_selection.precision` | 75 % |  |\n' +
      '| `tool_selection.recall` | 75 % |  |\n' +
      '| `tool_selection.f1_mean` | 0.75 (75 %) |  |\n' +
      '\n' +
      '- **missed** `fetch` (run 2): `members: http.get`\n' +
      '- **unexpected** `shell.exec` (run 2, call 2): `no class has a member "shell.exec"`\n' +
      '\n' +
      '1 of 2 runs pass alone · worst `tool_selection.f1` 50 % in run 2\n' +
      '\n' +
      '</details>\n',
  );
});

test('a passing report has a headline, what passed and totals, and no table', () => {
  const none = { pass: 0, fail: 0, error: 0, inconclusive: 0 };
  const passing = sampleReport().tests.find((each) => each.verdict === 'pass');
  const line =
    '- ✅ `answers small talk without a tool` (vacuous: nothing expected or called · `no_tool.rate` 1 (100 %), default gate == 1)\n';
  const report: Report = {
    ...sampleReport(),
    verdict: 'pass',
    tests: [passing!, passing!],
    evals: [],
    issues: [],
    totals: {
      tests: { ...none, pass: 1 },
      evals: none,
      cases: none,
      runs: 1,
      errors: 0,
      calls: 0,
      gates: { ...none, pass: 1 },
    },
  };
  expect(render(report)).toBe(
    '## ✅ whichtool: PASS\n\n2 tests passed\n\n' +
      '<details><summary>✅ 2 tests passed</summary>\n\n' +
      `${line}${line}\n</details>\n\n` +
      '2 passed on default gates; set your own with expect\n\n' +
      '1 run · 0 calls · 1 gate passed\n',
  );
});

test.each(PAYLOADS.filter((payload) => payload !== ''))(
  '%j adds no link, image, markup or mention',
  (payload) => {
    const html = renderer.render(render(hostileReport(payload)));
    const harmless = renderer.render(render(hostileReport('harmless')));
    expect(countElements(html)).toEqual(countElements(harmless));
    const outsideCode = html
      .replaceAll(/<code>[^<]*<\/code>/g, '')
      // A figure of ours, and not a mention: a letter is before it.
      .replaceAll(/\bpass@\d/g, '');
    expect(outsideCode).not.toContain('@');
    expect(outsideCode).not.toContain('evil');
  },
);

test('a comment stays under 60,000 characters and says what was left out', () => {
  const text = render(largeReport(10_000));
  expect(text.length).toBeLessThan(60_000);
  expect(text).toMatch(/\d+ more gates left out: see the html or json report\./);
  expect(text).toMatch(/20,000 runs · 40,000 calls/);
});

test('a comment stays under its limit when every character grows', () => {
  const report = hostileReport('`|'.repeat(5000));
  const tests = Array.from({ length: 200 }, () => report.tests).flat();
  expect(render({ ...report, tests }).length).toBeLessThan(60_000);
});

test('a step summary stays under 1 MiB in UTF-8', () => {
  const report = hostileReport('東'.repeat(5000));
  const tests = Array.from({ length: 500 }, () => report.tests).flat();
  const text = [...stepSummary({ ...report, tests }, OPTIONS)].join('');
  expect(Buffer.byteLength(text)).toBeLessThan(1024 * 1024);
  expect(text).toContain('left out: see the html or json report.');
});
