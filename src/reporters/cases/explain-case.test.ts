import type { QuotedCall, QuotedExpectation, RunEvidence } from '#core';
import { describe, expect, it } from 'vitest';
import { rawText } from '../document/index.ts';
import { type CaseFaults, NO_FAULTS } from './case-faults.ts';
import { explainCase } from './explain-case.ts';

function evidence(
  calls: readonly QuotedCall[],
  expected: QuotedExpectation['calls'],
  more: Partial<QuotedExpectation> = {},
): RunEvidence {
  return { where: 'a.jsonl:1', calls, expected: { calls: expected, ...more } };
}

function textsOf(of: RunEvidence | undefined, faults: CaseFaults = NO_FAULTS): string[] {
  return explainCase(of, faults).map(({ text }) => rawText(text));
}

function kindsOf(of: RunEvidence | undefined, faults: CaseFaults = NO_FAULTS): string[] {
  return explainCase(of, faults).map(({ kind }) => rawText(kind));
}

const unexpected = (tool: string): QuotedCall => ({ tool, verdict: 'unexpected' });
const label = { case: 'c1' };

describe('a wrong choice of tools', () => {
  it('is what was called and what was expected', () => {
    const run = evidence([unexpected('history')], [{ tool: 'status' }]);
    expect(textsOf(run)).toEqual(['history (expected status)']);
    expect(kindsOf(run)).toEqual(['history for status']);
  });

  it('names the tools that are as good', () => {
    const run = evidence([unexpected('history')], [{ tool: 'status' }], {
      alternatives: ['find', 'track'],
    });
    expect(textsOf(run)).toEqual(['history (expected status or find or track)']);
  });

  it('is no call where nothing was called, and a call where none was expected', () => {
    expect(textsOf(evidence([], [{ tool: 'status' }]))).toEqual(['no call (expected status)']);
    expect(kindsOf(evidence([], [{ tool: 'status' }]))).toEqual(['no call for status']);
    expect(textsOf(evidence([unexpected('history')], []))).toEqual(['history (expected no call)']);
  });

  it('is what was missed beside calls that are right, and what was called beside them', () => {
    const [search, fetch] = [{ tool: 'search' }, { tool: 'fetch' }];
    expect(textsOf(evidence([search], [search, fetch]))).toEqual(['search (missed fetch)']);
    expect(textsOf(evidence([search, unexpected('exec')], [search]))).toEqual([
      'exec (not expected)',
    ]);
  });

  it('knows a tool with and without its server', () => {
    const run = evidence([{ tool: 'shop.search' }], [{ tool: 'search' }, { tool: 'fetch' }]);
    expect(textsOf(run)).toEqual(['shop.search (missed fetch)']);
  });

  it('says which of two calls of a tool was missed by its arguments', () => {
    const run = evidence(
      [{ tool: 'play', arguments: { artist: 'A' } }],
      [
        { tool: 'play', arguments: { artist: 'A' } },
        { tool: 'play', arguments: { artist: 'B' } },
      ],
    );
    const missed = { ...NO_FAULTS, missed: [{ ...label, expected: 'play {"artist":"B"}' }] };
    expect(textsOf(run, missed)).toEqual(['play (missed play {"artist":"B"})']);
    expect(textsOf(run)).toEqual(['play (missed play {"artist":"B"})']);
  });

  it('names a few tools and counts the others', () => {
    const run = evidence(['a', 'b', 'c', 'd', 'a'].map(unexpected), [{ tool: 'x' }]);
    expect(textsOf(run)).toEqual(['a and 3 more (expected x)']);
  });

  it('takes classes from what scorers say was missed', () => {
    const run = evidence([{ tool: 'brave.web_search' }], [{ tool: 'search' }, { tool: 'fetch' }]);
    const faults = { ...NO_FAULTS, missed: [{ run: 1, expected: 'fetch' }] };
    expect(textsOf(run, faults)).toEqual(['brave.web_search (missed fetch)']);
  });
});

describe('arguments that are wrong while the tool is right', () => {
  const call = (args: Record<string, string | number>): QuotedCall => ({
    tool: 'get_order',
    arguments: args,
    verdict: 'mismatch',
  });

  it('are named with both values', () => {
    const run = evidence(
      [call({ order_id: 'A-1' })],
      [{ tool: 'get_order', arguments: { order_id: 'A-2' } }],
    );
    expect(textsOf(run)).toEqual(['order_id: "A-1" (expected "A-2") in get_order']);
    expect(kindsOf(run)).toEqual(['order_id of get_order not as expected']);
  });

  it('are the first of several, with how many more there are', () => {
    const run = evidence(
      [call({ limit: 5 })],
      [{ tool: 'get_order', arguments: { order_id: 'A-2' } }],
    );
    expect(textsOf(run)).toEqual(['order_id: missing (expected "A-2") and 1 more in get_order']);
  });

  it('are compared with the label that no other call meets', () => {
    const wanted = ['A-1', 'A-2'].map((id) => ({ tool: 'get_order', arguments: { id } }));
    const { verdict: _, ...right } = call({ id: 'A-1' });
    expect(textsOf(evidence([call({ id: 'A-3' }), right], wanted))).toEqual([
      'id: "A-3" (expected "A-2") in get_order',
    ]);
  });

  it('are explained by the scorer where they were cut or left out of the report', () => {
    const hint = '$.note differs: expected "b", got "a"';
    const complaint = { ...label, call: 1, tool: 'get_order', verdict: 'mismatch', hint } as const;
    const faults = { ...NO_FAULTS, calls: [complaint] };
    const cut = evidence(
      [call({ note: 'aaaa…' })],
      [{ tool: 'get_order', arguments: { note: 'aaab…' } }],
    );
    expect(textsOf(cut, faults)).toEqual([`get_order: ${hint}`]);
    expect(textsOf({ where: 'a:1' }, faults)).toEqual([`get_order: ${hint}`]);
    expect(textsOf(cut)).toEqual(['get_order with other arguments']);
  });
});

describe('what a judge finds wrong', () => {
  it('is shown with the reason of the judge', () => {
    const faults = {
      ...NO_FAULTS,
      judged: [{ ...label, expected: 'must: name the date', hint: 'the judge says: no date' }],
    };
    expect(textsOf(evidence([{ tool: 'a' }], [{ tool: 'a' }]), faults)).toEqual([
      'must: name the date not met: the judge says: no date',
    ]);
  });

  it('follows the argument that it is about', () => {
    const hint = '$.reason differs: expected "b", got "a"; the judge gives 0: other reason';
    const complaint = { ...label, call: 1, tool: 'refund', verdict: 'mismatch', hint } as const;
    const run = evidence(
      [{ tool: 'refund', arguments: { reason: 'a' }, verdict: 'mismatch' }],
      [{ tool: 'refund', arguments: { reason: 'b' } }],
    );
    expect(textsOf(run, { ...NO_FAULTS, judged: [complaint] })).toEqual([
      'reason: "a" (expected "b") in refund; the judge gives 0: other reason',
    ]);
  });
});

describe('other faults', () => {
  it.each([
    ['hallucinated', 'x (not offered)'],
    ['forbidden', 'x (forbidden)'],
    ['failed', 'x (the call failed)'],
    ['duplicate', 'x (the same call again)'],
    ['invalid_args', 'x (arguments break its schema)'],
    ['unparsed_args', 'x (arguments are not JSON)'],
  ] as const)('a call that is %s is said to be so', (verdict, text) => {
    expect(textsOf({ where: 'a:1', calls: [{ tool: 'x', verdict }] })).toEqual([text]);
  });

  it('a sentence about the run as a whole is shown as it is', () => {
    const faults = { ...NO_FAULTS, missed: [{ run: 1, expected: 'calls are in another order' }] };
    const calls = [{ tool: 'b' }, { tool: 'a' }];
    expect(textsOf(evidence(calls, [{ tool: 'a' }, { tool: 'b' }]), faults)).toEqual([
      'calls are in another order',
    ]);
  });

  it('a report without evidence says what scorers list, or nothing', () => {
    const faults: CaseFaults = {
      missed: [{ ...label, expected: 'status' }],
      calls: [{ ...label, call: 1, tool: 'history', verdict: 'unexpected' }],
      judged: [],
    };
    expect(textsOf(undefined, faults)).toEqual(['history (expected status)']);
    expect(textsOf(undefined, { ...faults, calls: [] })).toEqual(['missed status']);
    expect(textsOf({ where: 'a:1' })).toEqual([]);
  });
});
