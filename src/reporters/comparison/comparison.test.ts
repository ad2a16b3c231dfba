import type { Comparison, PartComparison } from '#core';
import { describe, expect, it } from 'vitest';
import { documentPart } from '../fixtures/document-part.ts';
import { hostileComparison } from '../fixtures/hostile-comparison.ts';
import { PAYLOADS } from '../fixtures/reports.ts';
import { DOCUMENT_REPORTER_NAMES, loadComparisonReporter } from '../index.ts';
import { headlineOf, sentenceOf } from './sentence.ts';

const OPTIONS = { color: false, width: 100 };

async function render(
  name: (typeof DOCUMENT_REPORTER_NAMES)[number],
  of: Comparison,
): Promise<string> {
  return [...(await loadComparisonReporter(name))(of, OPTIONS)].join('');
}

/** A comparison of one eval that came to this. */
function comparison(part: Partial<PartComparison>, given: Partial<Comparison> = {}): Comparison {
  const plain = hostileComparison('orders');
  const { verdict = 'worse' } = part;
  const { drift: _drift, ...whole } = plain.parts[1]!;
  return {
    ...plain,
    verdict,
    regression: null,
    parts: [{ ...whole, outcome: null, ...part }],
    ...given,
  };
}

describe('a filter or a shard of one report', () => {
  it.each(DOCUMENT_REPORTER_NAMES.filter((name) => name !== 'json'))(
    'is said to leave out tests and cases by %s',
    async (name) => {
      const words = 'not compared: the filter or the shard of one report leaves them out';
      expect(await render(name, comparison({}, { leftOut: 12 }))).toContain(
        `12 tests and cases are ${words}`,
      );
      expect(await render(name, comparison({}, { leftOut: 1 }))).toContain(
        `1 test or case is ${words}`,
      );
      expect(await render(name, comparison({}))).not.toContain(words);
    },
  );
});

describe('another judge', () => {
  const drift: PartComparison['drift'] = {
    code: 'JUDGE_DRIFT',
    changes: [{ what: 'models', before: 'openai:a-1', after: 'openai:b-1' }],
    units: { total: 3, items: ['c1', 'c2', 'c3'] },
    metrics: { total: 1, items: ['goal.achieved'] },
  };
  const same = { verdict: 'inconclusive', worse: 0, better: 0, drift } as const;

  it.each([
    ['of all', { ...same, pairs: 0 }, 'not compared, because the judge is not the same'],
    ['of some', same, 'not compared in full, because the judge is not the same'],
  ])('%s is said first, and nothing is called unchanged', (_what, part, headline) => {
    const found = comparison(part);
    expect(headlineOf(found)).toBe(headline);
    const rule = { rule: 'any', margin: null, outcome: 'error' } as const;
    const judged = comparison({ ...part, outcome: 'error' }, { regression: rule });
    expect(headlineOf(judged)).toContain(headline);
    expect(sentenceOf(found.parts[0]!)).toMatch(
      /3 cases not compared, because the judge is not the same \(JUDGE_DRIFT\)/,
    );
    expect(`${headlineOf(judged)} ${sentenceOf(judged.parts[0]!)}`).not.toMatch(
      /worse|change seen/,
    );
  });

  it('does not hide a regression', () => {
    const rule = { rule: 'any', margin: null, outcome: 'fail' } as const;
    const found = comparison({ drift, outcome: 'fail' }, { regression: rule });
    expect(headlineOf(found)).toBe('regression, 8 of 50 cases worse (rule: any)');
  });

  it('is listed with what differs', async () => {
    const text = await render('terminal', comparison(same));
    expect(text).toContain('judge (1): judged by openai:a-1 -> openai:b-1');
    expect(text).toContain('cases not compared (3): c1 · c2 · c3');
    expect(text).toContain('metrics not compared (1): goal.achieved');
  });
});

describe('a comparison in words', () => {
  it.each<[string, Partial<PartComparison>, string]>([
    [
      'worse',
      {},
      'of 50 cases 8 now fail and 1 now passes: -14 points, 95 % interval -24.8 to -2.1, exact p 0.0391 (0.0781 over all parts)',
    ],
    ['the same', { verdict: 'unchanged', worse: 0, better: 0 }, '50 cases as before'],
    [
      'too few',
      {
        verdict: 'inconclusive',
        worse: 1,
        better: 0,
        deciding: 283,
        difference: { value: -0.02, interval: [-0.0932, 0.0547] },
        p: { exact: 1, mid: 0.5, adjusted: 1 },
      },
      'of 50 cases 1 now fails and 0 now pass: -2 points, 95 % interval -9.3 to 5.5, exact p 1; about 283 cases would decide',
    ],
    [
      'several runs',
      { pairs: 10, worse: 8, better: 1 },
      'of 10 cases 8 are worse and 1 better: -14 points, 95 % interval -24.8 to -2.1, exact p 0.0391 (0.0781 over all parts)',
    ],
    ['nothing', { pairs: 0 }, 'no case was measured in both reports'],
  ])('says what %s means', (_what, part, wanted) => {
    expect(sentenceOf(comparison(part).parts[0]!)).toBe(wanted);
  });

  it('never calls a loss that may be chance "no regression"', () => {
    const few = { verdict: 'inconclusive', worse: 1, better: 0 } as const;
    expect(headlineOf(comparison(few))).toBe('worse, but too few to tell');
    expect(
      headlineOf(
        comparison(few, {
          regression: { rule: 'significant', margin: null, outcome: 'inconclusive' },
        }),
      ),
    ).toBe('worse, but too few to tell (rule: significant)');
    expect(
      headlineOf(
        comparison(few, {
          regression: { rule: 'significant', margin: 0.02, outcome: 'inconclusive' },
        }),
      ),
    ).toBe('too few to tell whether it is worse by more than 2 % (rule: significant)');
  });

  it('leans by the share of passing runs, and not by how many are worse, where there are several', () => {
    const part = { verdict: 'inconclusive', pairs: 10, worse: 1, better: 3 } as const;
    expect(headlineOf(comparison(part))).toBe('worse, but too few to tell');
    const gained = { ...part, difference: { value: 0.01, interval: [-0.1, 0.1] } } as const;
    expect(headlineOf(comparison(gained))).toBe('better, but too few to tell');
  });

  it('leans no way where as many are better as are worse and another part has no pair', () => {
    const [even, empty] = [
      { verdict: 'unchanged', worse: 1, better: 1 },
      { verdict: 'inconclusive', worse: 0, better: 0, pairs: 0 },
    ] as const;
    const parts = [even, empty].map((part) => comparison(part).parts[0]!);
    expect(headlineOf(comparison(empty, { parts }))).toBe('too few to tell');
  });

  it('says how a rule ended, and which it was', () => {
    const said = (regression: Comparison['regression']): string =>
      headlineOf(comparison({ verdict: 'unchanged', worse: 0, better: 0 }, { regression }));
    expect(said({ rule: 'any', margin: null, outcome: 'pass' })).toBe(
      'nothing is worse (rule: any)',
    );
    expect(said({ rule: 'significant', margin: 0.05, outcome: 'pass' })).toBe(
      'not worse by more than 5 % (rule: significant)',
    );
    expect(said({ rule: 'any', margin: 0.05, outcome: 'fail' })).toBe(
      'regression beyond 5 % (rule: any)',
    );
    expect(said(null)).toBe('no change seen');
  });
});

describe('a comparison on a page', () => {
  it('is one table first, then what changed', async () => {
    const text = await render('terminal', comparison({}));
    const [head = '', , columns = '', row = ''] = text.split('\n');
    expect(head).toBe('✗ compare: worse than before');
    expect(columns.trim()).toMatch(/^│ +compared +before +after +worse +better +p +verdict$/);
    expect(row.trim()).toMatch(
      /^│ orders +50 cases +45\/50 90 % +38\/50 76 % +8 +1 +0.0391 +worse$/,
    );
    expect(text).toContain('gates redefined (2): orders no longer a gate, was >= 80 % certified');
  });

  it('is the same document in json', async () => {
    const given = comparison({});
    expect(JSON.parse(await render('json', given))).toEqual(given);
  });

  it.each(DOCUMENT_REPORTER_NAMES)('lets no text of a suite or case through: %s', async (name) => {
    for (const payload of PAYLOADS) {
      const text = await render(name, hostileComparison(payload));
      expect(await render(name, hostileComparison(payload))).toBe(text);
      if (name === 'json') continue;
      expect(text).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u202a-\u202e]/);
      if (name !== 'html') continue;
      expect(documentPart(text)).not.toMatch(/<(?:script|img|svg|iframe|a)\b/i);
      expect(text.match(/<section/g)).toHaveLength(4);
    }
  });
});

describe('a case that changed', () => {
  const evidence = {
    question: "where's my\npackage?",
    before: { where: 'before.jsonl:17', called: ['get_order_status'] },
    after: { where: 'after.jsonl:17', called: ['get_order_history'] },
  };
  const change = { id: 'c1', before: { k: 1, n: 1 }, after: { k: 0, n: 1 } };
  const changesOf = (after: Partial<typeof evidence>): PartComparison['changes'] => ({
    total: 1,
    items: [{ ...change, change: 'worse', evidence: { ...evidence, ...after } }],
  });

  it.each([
    [
      'terminal',
      "  │ ✗ “where's my package?” → get_order_history (was get_order_status)  after.jsonl:17",
    ],
    [
      'markdown',
      "- ❌ “`where's my package?`” → `get_order_history` (was `get_order_status`) · `after.jsonl:17`\n" +
        '  - case: `c1`\n  - before: `before.jsonl:17`\n',
    ],
  ] as const)('is shown by its question and place: %s', async (name, line) => {
    expect(await render(name, comparison({ changes: changesOf({}) }))).toContain(line);
  });

  it('says that the same tools were called, or none', async () => {
    const same = changesOf({ after: { ...evidence.after, called: ['get_order_status'] } });
    expect(await render('terminal', comparison({ changes: same }))).toContain(
      '→ get_order_status as before  after.jsonl:17',
    );
    const none = changesOf({ after: { ...evidence.after, called: [] } });
    expect(await render('terminal', comparison({ changes: none }))).toContain(
      '→ no call (was get_order_status)',
    );
  });

  it('is only named where the reports have no evidence', async () => {
    const items = [{ ...change, change: 'worse' as const }];
    const text = await render('terminal', comparison({ changes: { total: 1, items } }));
    expect(text).toContain('now failing (8): c1');
  });
});
