import type { Report } from '#core';
import MarkdownIt from 'markdown-it';
import { expect, test } from 'vitest';
import { evidenceReport } from '../fixtures/evidence-report.ts';
import { gate } from '../fixtures/parts.ts';
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
    '5 tests: 2 failed, 1 not measured, 1 inconclusive, 1 passed · 1 eval failed' +
      ' · 4 of 9 gates did not hold, 1 not measured, 1 inconclusive · 2 of 5 cases failed, such as `orders.history` for `shipping.eta`' +
      ' · 3 of 8 runs failed · 3 runs not measured (`RUN_ERROR`)',
  ]);
});

test('each gate that did not hold is a row of the table', () => {
  const [table = ''] = render(sampleReport()).split('<details');
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
      '| `tool_selection.f1_mean` | 75 % |  |\n' +
      '\n' +
      '- **missed** `fetch` (run 2): `members: http.get`\n' +
      '- **unexpected** `shell.exec` (run 2, call 2): `no class has a member "shell.exec"`\n' +
      '\n' +
      '1 of 2 runs meet every gate alone · worst `tool_selection.f1` 50 % in run 2\n' +
      '\n' +
      '</details>\n',
  );
});

test('the five cases that say most are open, with what is known of them; the others are folded', () => {
  const text = render(evidenceReport());
  expect(text).toContain(
    '<details open><summary>38 failing cases</summary>\n' +
      '\n' +
      "- ❌ “`where's my package?`” → `get_order_history` (expected `get_order_status`) · `traces/prod.jsonl:1`\n" +
      '  - expected: `get_order_status {"order_id":"A-1"}`\n' +
      '  - called: `get_order_history {"user_id":"U-1"}`\n' +
      '  - answer: `Your package left the warehouse this morning.`\n' +
      '  - label: `One open order: a status lookup is enough.` (`ada`, `ben` agreed)\n' +
      '  - model: `gpt-5-mini`\n' +
      '  - case: `c1`\n' +
      '- ❌ “`when will it be here`” → ',
  );
  const [, open = '', folded = ''] = text.split('<details');
  expect(open.match(/❌/g)).toHaveLength(5);
  expect(folded).toMatch(/^><summary>33 more failing cases<\/summary>/);
  expect(folded.match(/❌/g)).toHaveLength(33);
});

test('failing cases of what passed are folded', () => {
  const { evals, ...rest } = evidenceReport();
  const [first] = evals;
  const gates = [gate('tool_name_match', '>=', 0.8, 0.8933, 'pass', { unit: 'ratio' })];
  const passed = { ...first!, verdict: 'pass' as const, gates };
  const text = render({ ...rest, verdict: 'pass', evals: [passed] });
  expect(text).toContain('<details><summary>38 failing cases</summary>');
  expect(text).not.toContain('<details open>');
});

test('a passing report has a headline, what passed and totals, and no table', () => {
  const none = { pass: 0, fail: 0, error: 0, inconclusive: 0 };
  const passing = sampleReport().tests.find((each) => each.verdict === 'pass');
  const line =
    '- ✅ `answers small talk without a tool` (vacuous: nothing expected or called · `no_tool.rate` 100 %, default gate == 100 %)\n';
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
    '## ✅ whichtool: PASS\n\n2 tests passed · 2 gates held\n\n' +
      '<details><summary>✅ 2 tests passed</summary>\n\n' +
      `${line}${line}\n</details>\n\n` +
      '2 passed on default gates; set your own with expect\n\n' +
      '1 run · 0 calls\n',
  );
});

// A question without a letter is not shown: its case has another form.
test.each(PAYLOADS.filter((payload) => payload.trim() !== ''))(
  '%j adds no link, image, markup or mention',
  (payload) => {
    // A step summary has room for all parts, however long their texts are.
    const all = (text: string): string =>
      renderer.render([...stepSummary(hostileReport(text), OPTIONS)].join(''));
    const html = all(payload);
    const harmless = all('harmless');
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
  const tests = Array.from({ length: 20 }, () => report.tests).flat();
  expect(render({ ...report, tests }).length).toBeLessThan(60_000);
});

test('a step summary stays under 1 MiB in UTF-8', () => {
  const report = hostileReport('東'.repeat(5000));
  const tests = Array.from({ length: 40 }, () => report.tests).flat();
  const text = [...stepSummary({ ...report, tests }, OPTIONS)].join('');
  expect(Buffer.byteLength(text)).toBeLessThan(1024 * 1024);
  expect(text).toContain('left out: see the html or json report.');
});
