import type { CallReport, TestReport } from '#core';
import { expect, test } from 'vitest';
import { score, share } from '../fixtures/parts.ts';
import { rawText } from '../document/index.ts';
import { explain, type Finding } from './findings.ts';
import { describeFindings } from './plain.ts';

function testWith(given: Parameters<typeof score>[0], runs = 2): TestReport {
  return {
    name: 'a test',
    verdict: 'fail',
    runs,
    errors: 0,
    scores: [score(given)],
    gates: [],
    passing: share(0, runs, 0, null),
    unmeasured: { total: 0, items: [] },
    suite: null,
  };
}

/** A finding with its texts as they are. */
function plain({ subject, places, details, ...rest }: Finding) {
  return {
    ...rest,
    subject: rawText(subject),
    places: rawText(places),
    details: details.map(rawText),
  };
}

test('a miss and a call are told with their places and hints', () => {
  const [found] = explain(
    testWith({
      scorer: 'tool_call_f1',
      misses: { total: 1, items: [{ run: 1, expected: 'fetch', hint: 'why' }] },
      calls: [
        { run: 1, call: 1, tool: 'search', verdict: 'hit' },
        { run: 2, call: 3, tool: 'exec', verdict: 'unexpected' },
        { run: 2, call: 4, tool: 'get', verdict: 'mismatch', arguments: '{"a":1}', hint: '$.a' },
      ],
      callsTotal: { hit: 1, unexpected: 1, mismatch: 1 },
    }),
  );
  expect({ ...found, findings: found?.findings.map(plain) }).toEqual({
    scorer: 'tool_call_f1',
    judged: false,
    findings: [
      {
        kind: 'missed',
        isOpen: false,
        subject: 'fetch',
        places: 'run 1',
        extent: '1 run',
        details: ['why'],
      },
      {
        kind: 'unexpected',
        isOpen: false,
        subject: 'exec',
        places: 'run 2, call 3',
        extent: '1 run',
        details: [],
      },
      {
        kind: 'mismatch',
        isOpen: false,
        subject: 'get',
        places: 'run 2, call 4',
        extent: '1 run',
        details: ['$.a', 'called with {"a":1}'],
      },
    ],
    more: 0,
    beyond: 0,
    isReason: false,
  });
});

test('what several scorers find alike is told once, in one list or in lines', () => {
  const found = (verdict: 'mismatch' | 'unexpected'): Parameters<typeof score>[0] => ({
    scorer: verdict === 'mismatch' ? 'args' : 'names',
    calls: [{ run: 1, call: 1, tool: 'get', verdict }],
    callsTotal: { [verdict]: 1 },
  });
  const [names, args] = [found('unexpected'), found('mismatch')].map((one) => score(one));
  const shape = { ...args!, scorer: 'shape', key: null };
  const measured = { ...testWith({ scorer: 'x' }), scores: [names!, args!, shape] };
  expect(explain(measured).map(({ scorer }) => scorer)).toEqual(['names', 'args, shape']);
  const more = { ...shape, calls: [...shape.calls, { ...shape.calls[0]!, tool: 'put' }] };
  expect(describeFindings({ ...measured, scores: [args!, more] })).toEqual([
    'mismatch get (run 1, call 1)',
    'mismatch put (run 1, call 1)',
  ]);
});

test('one tool called wrongly in several places is one finding', () => {
  const [found] = explain(
    testWith({
      scorer: 'equal_function_sets',
      calls: [
        { run: 1, call: 1, tool: '__proto__', verdict: 'unexpected', hint: 'same' },
        { run: 2, call: 2, tool: '__proto__', verdict: 'unexpected', hint: 'same' },
      ],
      callsTotal: { unexpected: 250 },
    }),
  );
  expect(found?.findings.map(plain)).toEqual([
    {
      kind: 'unexpected',
      isOpen: false,
      subject: '__proto__',
      places: 'run 1, call 1; run 2, call 2',
      extent: 'at least 2 runs',
      details: ['same'],
    },
  ]);
  expect(found?.beyond).toBe(248);
});

test('ten findings are listed and the rest counted', () => {
  const items = Array.from({ length: 13 }, (_, index) => ({ run: 1, expected: `tool-${index}` }));
  const [found] = explain(testWith({ scorer: 's', misses: { total: 13, items } }));
  expect(found?.findings).toHaveLength(10);
  expect(found?.more).toBe(3);
});

test('a score with nothing wrong is not mentioned', () => {
  const calls: CallReport[] = [
    { run: 1, call: 1, tool: 'a', verdict: 'hit' },
    { run: 1, call: 2, tool: 'a', verdict: 'repeat' },
    { run: 1, call: 3, tool: 'b', verdict: 'ok' },
  ];
  expect(explain(testWith({ scorer: 's', calls }))).toEqual([]);
});

test('a scorer is called what the suite calls it', () => {
  const misses = { total: 1, items: [{ run: 1, expected: 'x' }] };
  const name = (given: object): string | undefined =>
    explain(testWith({ scorer: 's', misses, ...given }))[0]?.scorer;
  expect(name({})).toBe('s');
  expect(name({ key: 'k' })).toBe('k');
  expect(name({ key: 'k', displayName: 'Required calls' })).toBe('Required calls');
});

test('whatever a scorer complains about is told in its own words', () => {
  const calls: CallReport[] = [
    { run: 1, call: 1, tool: 'a', verdict: 'forbidden' },
    { run: 1, call: 2, tool: 'b', verdict: 'invalid_args' },
    { run: 1, call: 3, tool: 'a', verdict: 'forbidden' },
  ];
  const [found] = explain(testWith({ scorer: 's', calls, callsTotal: { forbidden: 2 } }, 1));
  const shown = found?.findings.map(plain);
  expect(shown?.map(({ kind, subject, places }) => [kind, subject, places])).toEqual([
    ['forbidden', 'a', 'call 1; call 3'],
    ['invalid args', 'b', 'call 2'],
  ]);
});
