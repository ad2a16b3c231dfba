import type { InspectionReport } from '#core';
import { describe, expect, it } from 'vitest';
import { documentPart } from '../fixtures/document-part.ts';
import { inspectionOf as report } from '../fixtures/inspection.ts';
import { PAYLOADS } from '../fixtures/payloads.ts';
import { DOCUMENT_REPORTER_NAMES, loadInspectionReporter, type ReporterName } from '../index.ts';

async function render(
  name: ReporterName,
  value: InspectionReport,
  options = { color: false, width: 100 },
): Promise<string> {
  const reporter = await loadInspectionReporter(name);
  return [...reporter(value, options)].join('');
}

describe('an inspection on the terminal', () => {
  it('starts with what the traces are, and ends with the verdict of the gates', async () => {
    const lines = (await render('terminal', report('brave.search'))).trimEnd().split('\n');
    expect(lines[0]).toBe(
      '1,234 runs · 4,000 calls · 1 tool · 5 runs without a call · 1 run not measured',
    );
    expect(lines.at(-1)).toBe('✗ FAIL  1 gate did not hold');
  });

  it('shows a table of tools without columns that are empty', async () => {
    const text = await render('terminal', report('brave.search'));
    expect(text).toContain(
      '  │ tool          calls    share   runs  failed  repeated  not offered  bad args',
    );
    expect(text).toContain(
      '  │ brave.search  4,000  100.0 %  1,200       3         2            1         1',
    );
    expect(text).not.toContain('denied');
  });

  it('drops the last columns where there is no room for them', async () => {
    const text = await render('terminal', report('brave.search'), { color: false, width: 50 });
    expect(text).toContain('  │ tool          calls    share   runs  failed');
    expect(text.split('\n').every((line) => line.length <= 60)).toBe(true);
  });

  it('says which figures could be gates when there is none', async () => {
    const text = await render('terminal', report('x', { gates: [], verdict: 'pass' }));
    expect(text).toContain('Any of these can be a gate, as --threshold hallucinated.calls=0:');
    expect(text).toContain('hallucinated.calls 2');
    expect(text).not.toContain('cost.mean');
    const metrics = { 'hallucinated.calls': null, 'failed.calls': 3 };
    const fewer = await render('terminal', report('x', { gates: [], verdict: 'pass', metrics }));
    expect(fewer).toContain('Any of these can be a gate, as --threshold failed.calls=0:');
  });

  it.each(['terminal', 'markdown', 'html'] as const)(
    'says which figures were not measured, and why: %s',
    async (name) => {
      const why = '3 of 1234 runs do not record the status of every call';
      const notMeasured = { 'failed.calls': why, 'denied.calls': why };
      const value = report('x', { notMeasured, metrics: { 'failed.calls': null } });
      expect((await render(name, value)).replaceAll(/\s+(?:│ +)?/g, ' ')).toContain(why);
    },
  );

  it('says how many runs record tokens and cost', async () => {
    const text = await render('terminal', report('x'));
    expect(text).toContain('1,234,567 tokens (recorded by 9 of 1,234 runs)');
    expect(text).toContain('cost 1.50 (recorded by 9 of 1,234 runs)');
  });

  it('takes what was measured as the example of a gate', async () => {
    const metrics = { 'hallucinated.calls': null, 'failed.calls': 3 };
    const text = await render('terminal', report('x', { gates: [], verdict: 'pass', metrics }));
    expect(text).toContain('as --threshold failed.calls=0:');
  });

  it('shows two warnings of a kind and counts the others', async () => {
    const issue = { code: 'X', severity: 'warning', where: null, hint: null } as const;
    const issues = ['a', 'b', 'c', 'd'].map((message) => ({ ...issue, message }));
    const other = { ...issue, code: 'Y', message: 'e' };
    const text = await render('terminal', report('x', { issues: [...issues, other] }));
    expect(text).toContain(
      '! 5 warnings\n  │ a [X]\n  │ b [X]\n  │ e [Y]\n  │ and 2 more like these\n',
    );
  });

  it.each([
    ['terminal', ['! 1,235 warnings', 'and 1,234 more like these']],
    ['markdown', ['1,235 warnings', '- and 1,234 more']],
    ['html', ['1,235 warnings', '<li>and 1,234 more</li>']],
  ] as const)('counts warnings that are not listed: %s', async (name, words) => {
    const issue = {
      code: 'X',
      severity: 'warning',
      where: null,
      hint: null,
      message: 'a',
    } as const;
    const text = await render(name, report('x', { issues: [issue], moreIssues: 1234 }));
    for (const word of words) expect(text).toContain(word);
  });
});

describe('an inspection with hostile text in it', () => {
  it.each(PAYLOADS.map((payload) => [JSON.stringify(payload), payload] as const))(
    'is harmless in every reporter: %s',
    async (_, payload) => {
      for (const name of DOCUMENT_REPORTER_NAMES) {
        const text = await render(name, report(payload));
        // JSON is for programs, and escapes what JSON must.
        // oxlint-disable-next-line no-control-regex
        if (name !== 'json') expect(text).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f]/);
        for (const line of text.split('\n'))
          expect(line.trimStart()).not.toMatch(/^(?:::|##\[|##vso)/);
        if (name === 'html')
          expect(documentPart(text)).not.toMatch(/<(?:script|img|svg|iframe|a )/i);
      }
    },
  );
});

describe('an inspection as a page or a comment', () => {
  it('tells in Markdown what was odd and what was not measured, and how much more there is', async () => {
    const items = Array.from({ length: 20 }, () => ({
      run: 1,
      code: 'Y',
      message: 'm',
      where: 'f:1',
    }));
    const text = await render('markdown', report('x', { unmeasured: { total: 25, items } }));
    expect(text).toContain('### Not measured (25)\n\n- `f:1` `m` [`Y`]\n');
    expect(text).toContain('- and 5 more\n');
    expect(text).toContain('1 warning</summary>\n\n- `x` `x` [`X`]<br>hint: `x`\n');
    expect(text).toContain('`hallucinated.calls` 2');
  });

  it('is one html file that fetches nothing and runs nothing but its search', async () => {
    const text = await render('html', report('brave.search'));
    expect(text).toMatch(/^<!doctype html>/);
    expect(text).toContain("default-src 'none'");
    expect(text.match(/<script/g)).toHaveLength(1);
    expect(documentPart(text)).not.toContain('<script');
    expect(text).toContain('<a href="#q=brave.search"><code>brave.search</code></a>');
    expect(text).toContain('<td class="number" data-column="share">100.0 %</td>');
  });

  it('is markdown with a table per part', async () => {
    const text = await render('markdown', report('brave.search'));
    expect(text).toContain('| tool | calls | share | runs |');
    expect(text).toContain('| `brave.search` | 4,000 | 100.0 % | 1,200 |');
  });
});
