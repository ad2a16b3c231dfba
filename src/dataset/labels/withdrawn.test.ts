import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import type { SampleFolder } from '../sampling/sample-folder.ts';
import { LabelBook } from './label-book.ts';
import { type LabelRecord, parseRecord, recordHash } from './label-record.ts';

const SAMPLE = {
  cases: new Map([['c0', {}]]),
  hashes: new Map([['c0', 'h']]),
} as unknown as SampleFolder;

function record(reviewer: string, time: string, more: Partial<LabelRecord>): LabelRecord {
  return {
    schemaVersion: 1,
    task: 'label',
    role: 'review',
    case: 'c0',
    caseHash: 'h',
    guideHash: null,
    reviewer,
    time,
    answer: {},
    rationale: null,
    of: [],
    ...more,
  };
}

const FIRST = record('ann', '1', { answer: { expected_tool: 'a' } });
const SECOND = record('ann', '2', { answer: { expected_tool: 'b' } });
const BOTH = record('ann', '3', { role: 'withdraw', of: [FIRST, SECOND].map(recordHash) });
const AGAIN = record('ann', '4', { answer: { expected_tool: 'c' } });
const OTHER = record('ben', '2', { answer: { expected_tool: 'a' } });
const ASKED = record('cleo', '5', {
  role: 'return',
  rationale: 'look again',
  of: [recordHash(OTHER)],
});

function bookOf(records: readonly LabelRecord[]): LabelBook {
  return new LabelBook(SAMPLE, records, null, 'label');
}

it('means the same in any order of the lines, as files that git has merged have them', () => {
  const lines = [FIRST, SECOND, BOTH, OTHER, ASKED];
  fc.assert(
    fc.property(fc.shuffledSubarray(lines, { minLength: lines.length }), (shuffled) => {
      const book = bookOf(shuffled);
      expect(book.reviewBy('ann', 'c0')).toBeNull();
      expect(book.reviewBy('ben', 'c0')).toEqual(OTHER);
      expect(book.returnedTo('ben', 'c0')).toEqual(ASKED);
      expect(bookOf([...shuffled, AGAIN]).reviewBy('ann', 'c0')).toEqual(AGAIN);
    }),
  );
});

it('takes back lines of the same person only', () => {
  const foreign = record('ben', '9', { role: 'withdraw', of: [recordHash(FIRST)] });
  expect(bookOf([FIRST, foreign]).reviewBy('ann', 'c0')).toEqual(FIRST);
});

it('reads a withdrawal and a return only with what they are about', () => {
  const read = (value: LabelRecord): unknown =>
    parseRecord(JSON.parse(JSON.stringify(value)), value.reviewer);
  expect([read(BOTH), read(ASKED)]).toEqual([BOTH, ASKED]);
  expect(read({ ...BOTH, of: [] })).toBeNull();
  expect(read({ ...ASKED, rationale: null })).toBeNull();
  expect(read({ ...BOTH, answer: { expected_tool: 'a' } })).toBeNull();
});
