import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Json } from '../json/json.ts';
import type { RunEvidence } from '../report/run-evidence.ts';
import { fitEvidence } from './fit-evidence.ts';
import { MAX_EVIDENCE_BYTES, MAX_NAME_BYTES } from './limits.ts';

const bytesOf = (value: unknown): number => new TextEncoder().encode(JSON.stringify(value)).length;

/** Texts of any length and of any characters. */
const TEXT = fc
  .tuple(
    fc.constantFrom('a', 'word ', '"', '\0', '\n', '\ud800', '\udc00', '👍', '€', '{"a":1}'),
    fc.oneof(fc.nat(20), fc.nat(9000)),
  )
  .map(([unit, times]) => unit.repeat(times));
const NAME = fc.string({ maxLength: MAX_NAME_BYTES / 6 - 1 });
const VALUE: fc.Arbitrary<Json> = fc.oneof(
  TEXT,
  fc.dictionary(fc.string({ maxLength: 8 }), TEXT, { maxKeys: 4 }),
  fc.array(TEXT, { maxLength: 4 }),
  fc.json({ maxDepth: 3 }).map((text) => JSON.parse(text) as Json),
);
const optional = <T>(value: fc.Arbitrary<T>): fc.Arbitrary<T | undefined> =>
  fc.option(value, { nil: undefined });

const CALL = fc.record(
  {
    tool: NAME,
    arguments: VALUE,
    status: fc.constant('ok' as const),
    verdict: fc.constant('unexpected' as const),
    turn: fc.nat(50),
    requester: NAME,
    result: TEXT,
  },
  { requiredKeys: ['tool'] },
);
const EVIDENCE: fc.Arbitrary<RunEvidence> = fc
  .record({
    question: optional(TEXT),
    answer: optional(TEXT),
    said: optional(
      fc.array(fc.record({ role: fc.constant('user' as const), text: TEXT, turn: fc.nat(9) }), {
        maxLength: 6,
      }),
    ),
    calls: optional(fc.array(CALL, { maxLength: 100 })),
    expected: optional(
      fc.record(
        {
          calls: fc.array(fc.record({ tool: NAME, arguments: VALUE }, { requiredKeys: ['tool'] }), {
            maxLength: 30,
          }),
          alternatives: fc.array(NAME, { maxLength: 10 }),
          rationale: TEXT,
          agreed: fc.array(NAME, { maxLength: 20 }),
        },
        { requiredKeys: ['calls'] },
      ),
    ),
    failedGates: optional(
      fc.array(
        fc.record({
          metric: NAME,
          op: fc.constant('>=' as const),
          value: fc.double({ noNaN: true }),
          unit: fc.constant('ratio' as const),
          observed: fc.option(fc.double({ noNaN: true })),
          scorer: NAME,
        }),
        { maxLength: 3 },
      ),
    ),
    model: optional(NAME),
  })
  .map((parts) => ({
    where: 'traces/a.jsonl:17',
    ...Object.fromEntries(Object.entries(parts).filter(([, part]) => part !== undefined)),
  }));

describe('the evidence of a run', () => {
  it('never has more bytes than it may, and says where it was cut', () => {
    fc.assert(
      fc.property(EVIDENCE, (whole) => {
        const { evidence, bytes } = fitEvidence(whole);
        expect(bytes).toBe(bytesOf(evidence));
        expect(bytes).toBeLessThanOrEqual(MAX_EVIDENCE_BYTES);
        if (bytesOf(whole) <= MAX_EVIDENCE_BYTES) expect(evidence).toBe(whole);
        else expect(evidence.cut).toBe(true);
      }),
      { numRuns: 300 },
    );
  });

  it('keeps the question and the names of calls, and cuts results, then words, then arguments', () => {
    const long = 'x'.repeat(3000);
    const { evidence } = fitEvidence({
      where: 'a.jsonl:1',
      question: 'where is my package?',
      answer: 'It is on its way.',
      said: [{ role: 'assistant', text: long, turn: 1 }],
      calls: [
        { tool: 'get', arguments: { id: 'A-1', note: long }, status: 'ok', result: long },
        { tool: 'put' },
      ],
    });
    expect(evidence.question).toBe('where is my package?');
    expect(evidence.answer).toBe('It is on its way.');
    expect(evidence.calls?.map(({ tool }) => tool)).toEqual(['get', 'put']);
    const [call] = evidence.calls ?? [];
    const noted = call?.arguments as { readonly id: string; readonly note: string };
    expect(noted.id).toBe('A-1');
    expect(noted.note.length).toBeGreaterThan(evidence.said?.[0]?.text.length ?? 0);
    expect(call?.result?.length ?? 0).toBeLessThanOrEqual(200);
    expect(Object.keys(evidence)).toEqual(['where', 'question', 'answer', 'said', 'calls', 'cut']);
  });

  it('says how many calls it has no room for', () => {
    const calls = Array.from({ length: 100 }, (_, i) => ({
      tool: `tool_${i}`,
      status: 'ok' as const,
      arguments: { q: 'words and more words' },
    }));
    const { evidence } = fitEvidence({ where: 'a.jsonl:1', calls, moreCalls: 7 });
    const shown = evidence.calls?.length ?? 0;
    expect(shown).toBeGreaterThan(30);
    expect(shown + (evidence.moreCalls ?? 0)).toBe(107);
  });

  it('uses the room that there is: a long answer alone is quoted nearly whole', () => {
    const { evidence, bytes } = fitEvidence({ where: 'a.jsonl:1', answer: 'word '.repeat(5000) });
    expect(bytes).toBeGreaterThan(MAX_EVIDENCE_BYTES - 100);
    expect(evidence.answer?.endsWith('...')).toBe(true);
  });
});
