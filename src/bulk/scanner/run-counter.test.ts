import { expect, it } from 'vitest';
import { EVIDENCE } from './run-counter.ts';
import { compileScanner } from './instantiate.ts';
import { CALL, LINE, LINE_KINDS, TraceScanner } from './trace-scanner.ts';

/** Known, called before, and of the class with the lowest bit; of no class. */
const OF_CLASS = 0x4100_0001;
const OF_NONE = 0x4100_0000;

/** A scanner that counts runs without a name for one test, with the tools `a`, of a class, and `b`, of none. */
function counting(
  evidence: number,
  ignoresRepeats = false,
): { scanner: TraceScanner; testId: number } {
  const scanner = new TraceScanner(compileScanner());
  const testId = scanner.runs.addTest({ faults: 0, classes: 1, ignoresRepeats }, 0);
  for (const [name, facts] of [
    ['a', OF_CLASS],
    ['b', OF_NONE],
  ] as const)
    scanner.runs.setToolFacts(testId, scanner.addTool({ server: null, name }), facts);
  scanner.runs.assignName(-1, testId);
  scanner.runs.setEvidence(testId, evidence);
  scanner.runs.setListing(testId, false);
  return { scanner, testId };
}

/** Scans runs of these tools; returns how many of them are not counted. */
function scan(scanner: TraceScanner, ...runs: readonly string[]): number {
  const lines = runs.map(
    (tools) => `{"tool_calls":[${Array.from(tools, (name) => `{"name":"${name}"}`).join(',')}]}\n`,
  );
  const end = scanner.block.write(lines.join(''));
  let result = 0;
  for (let from = 0; from < end; from = scanner.scannedTo) if (scanner.scan(from, end)) result += 1;
  return result;
}

it('stops at every run with a fault, as long as all evidence is accepted', () => {
  const { scanner, testId } = counting(-1);
  expect(scan(scanner, 'ab', 'a', 'aa', 'b', 'ab')).toBe(3);
  expect([scanner.runs.nextOf(testId), scanner.runs.newSequences().length]).toEqual([2, 2]);
});

it('counts runs without accepted evidence, and keeps an example of each sequence', () => {
  const { scanner, testId } = counting(0);
  expect(scan(scanner, 'ab', 'ba', 'a', 'ab')).toBe(0);
  expect(scanner.runs.nextOf(testId)).toBe(4);
  const sequences = scanner.runs.newSequences();
  const examples = sequences.map(({ testId: owner, classes, calls, sequence }) => [
    owner,
    classes,
    Array.from(calls, (call) => scanner.toolOf(call & CALL.tool).name).join(''),
    scanner.runs.totalsOf(sequence).times,
  ]);
  expect(examples).toEqual([
    [testId, 1, 'ab', 3],
    [testId, 1, 'a', 1],
  ]);
  for (const { classes, counts, sequence } of sequences)
    expect(scanner.runs.findSequence(testId, classes, counts)).toBe(sequence);
});

it('returns each sequence once, also those that come later', () => {
  const { scanner } = counting(0);
  scan(scanner, 'a');
  expect(scanner.runs.newSequences()).toHaveLength(1);
  scan(scanner, 'a', 'aa');
  expect(scanner.runs.newSequences().map(({ calls }) => calls.length)).toEqual([2]);
  expect(scanner.runs.newSequences()).toEqual([]);
});

it.each([
  ['a missing class', 1, 1],
  ['a hit', EVIDENCE.hit, 2],
  ['a repeat', EVIDENCE.repeat, 1],
  ['an unexpected call', EVIDENCE.unexpected, 3],
])('tells of runs that show %s where that is evidence', (_what, evidence, reported) => {
  expect(scan(counting(evidence).scanner, 'a', 'ab', 'aab', 'aa', 'b')).toBe(reported);
});

it.each([true, false])(
  'takes runs for one sequence that differ in repeats: %s',
  (ignoresRepeats) => {
    const { scanner } = counting(0, ignoresRepeats);
    scan(scanner, 'ab', 'aab', 'aaab');
    const totals = scanner.runs.newSequences().map(({ times, repeats }) => [times, repeats]);
    expect(totals).toEqual(
      ignoresRepeats
        ? [[3, 3]]
        : [
            [1, 0],
            [1, 1],
            [1, 2],
          ],
    );
  },
);

it('says which run was the first of a sequence, by its job and number', () => {
  const { scanner, testId } = counting(0);
  scanner.runs.beginJob(7);
  scanner.runs.setNext(testId, 3);
  scan(scanner, 'a', 'a', 'ab');
  scanner.runs.beginJob(9);
  scanner.runs.setNext(testId, 0);
  scan(scanner, 'a', 'aa');
  const first = scanner.runs.newSequences().map(({ job, number }) => [job, number]);
  expect(first).toEqual([
    [7, 3],
    [7, 5],
    [9, 1],
  ]);
});

it('stops at a run with an unknown tool, whatever evidence is accepted', () => {
  expect(scan(counting(0).scanner, 'a', 'ac', 'a')).toBe(1);
});

/** Scans runs of these tools; returns those that may be listed, by their places, and the sequence of each. */
function listed(
  scanner: TraceScanner,
  ...runs: readonly string[]
): readonly (readonly [number, number])[] {
  const lines = runs.map(
    (tools) => `{"tool_calls":[${Array.from(tools, (name) => `{"name":"${name}"}`).join(',')}]}\n`,
  );
  const end = scanner.block.write(lines.join(''));
  const result: (readonly [number, number])[] = [];
  let line = 0;
  for (let from = 0; from < end; from = scanner.scannedTo) {
    const isFound = scanner.scan(from, end);
    line += scanner.lines;
    if (isFound && scanner.lineWords[LINE.kind] === LINE_KINDS.counted)
      result.push([line - 1, scanner.lineWords[LINE.run]!]);
  }
  return result;
}

it('counts runs that may be listed, and stops at them until their sequence is settled', () => {
  const { scanner, testId } = counting(0);
  scanner.runs.setListing(testId, true);
  const [first, second, third] = listed(scanner, 'a', 'ab', 'a') as [number, number][];
  expect([first?.[0], second?.[0], third?.[0]]).toEqual([0, 1, 2]);
  expect(third?.[1]).toBe(first?.[1]);
  expect(scanner.runs.nextOf(testId)).toBe(3);
  scanner.runs.settle(first?.[1] as number);
  expect(listed(scanner, 'a', 'ab', 'a').map(([line]) => line)).toEqual([1]);
  expect(scanner.runs.newSequences().map(({ times, job }) => [times, job])).toEqual([
    [4, 0],
    [2, 0],
  ]);
});

it('stops at the first hundred runs of a sequence', () => {
  const { scanner, testId } = counting(0);
  scanner.runs.setListing(testId, true);
  const many = Array.from({ length: 130 }, () => 'a');
  expect(listed(scanner, ...many)).toHaveLength(100);
  expect(scanner.runs.nextOf(testId)).toBe(130);
});

it('never stops at runs of a sequence that was settled before, and returns its first run', () => {
  const entry = counting(0);
  scan(entry.scanner, 'a');
  const [sequence] = entry.scanner.runs.newSequences();
  const { scanner, testId } = counting(0);
  scanner.runs.setListing(testId, true);
  scanner.runs.settleBefore(testId, entry.scanner.runs.keyOf(sequence!.sequence));
  scanner.runs.beginJob(5);
  expect(listed(scanner, 'ab', 'a', 'a').map(([line]) => line)).toEqual([0]);
  expect(scanner.runs.newSequences().map(({ times, job, number }) => [times, job, number])).toEqual(
    [
      [1, 5, 0],
      [2, 5, 1],
    ],
  );
  expect(listed(scanner, 'a')).toEqual([]);
});
