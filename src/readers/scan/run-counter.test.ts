import { expect, it } from 'vitest';
import { SHOWN } from './run-counter.ts';
import { compileScanner } from './instantiate.ts';
import { CALL, TraceScanner } from './trace-scanner.ts';

/** Known, called before, and of the class with the lowest bit; of no class. */
const OF_CLASS = 0x4100_0001;
const OF_NONE = 0x4100_0000;

/** A scanner that counts runs without a test for one taker, who knows the tools `a`, of a class, and `b`, of none. */
function counting(
  wanted: number,
  ignoresRepeats = false,
): { scanner: TraceScanner; taker: number } {
  const scanner = new TraceScanner(compileScanner());
  const taker = scanner.runs.addTaker({ faults: 0, classes: 1, ignoresRepeats }, 0);
  for (const [name, view] of [
    ['a', OF_CLASS],
    ['b', OF_NONE],
  ] as const)
    scanner.runs.setView(taker, scanner.addTool({ server: null, name }), view);
  scanner.runs.giveTest(-1, taker);
  scanner.runs.setWanted(taker, wanted);
  return { scanner, taker };
}

/** Scans runs of these tools; answers how many of them someone must look at. */
function scan(scanner: TraceScanner, ...runs: readonly string[]): number {
  const lines = runs.map(
    (tools) => `{"tool_calls":[${Array.from(tools, (name) => `{"name":"${name}"}`).join(',')}]}\n`,
  );
  const end = scanner.block.write(lines.join(''));
  let found = 0;
  for (let from = 0; from < end; from = scanner.scannedTo) if (scanner.scan(from, end)) found += 1;
  return found;
}

it('tells of every run in which something is wrong, as long as everything is wanted', () => {
  const { scanner, taker } = counting(-1);
  expect(scan(scanner, 'ab', 'a', 'aa', 'b', 'ab')).toBe(3);
  expect([scanner.runs.nextOf(taker), scanner.runs.newKinds().length]).toEqual([2, 2]);
});

it('counts runs that show nothing that is wanted, and keeps an example of each kind', () => {
  const { scanner, taker } = counting(0);
  expect(scan(scanner, 'ab', 'ba', 'a', 'ab')).toBe(0);
  expect(scanner.runs.nextOf(taker)).toBe(4);
  const kinds = scanner.runs.newKinds();
  const examples = kinds.map(({ taker: owner, classes, calls, kind }) => [
    owner,
    classes,
    Array.from(calls, (call) => scanner.toolOf(call & CALL.tool).name).join(''),
    scanner.runs.totalsOf(kind).times,
  ]);
  expect(examples).toEqual([
    [taker, 1, 'ab', 3],
    [taker, 1, 'a', 1],
  ]);
  for (const { classes, counts, kind } of kinds)
    expect(scanner.runs.findKind(taker, classes, counts)).toBe(kind);
});

it('gives out each kind once, also those that come later', () => {
  const { scanner } = counting(0);
  scan(scanner, 'a');
  expect(scanner.runs.newKinds()).toHaveLength(1);
  scan(scanner, 'a', 'aa');
  expect(scanner.runs.newKinds().map(({ calls }) => calls.length)).toEqual([2]);
  expect(scanner.runs.newKinds()).toEqual([]);
});

it.each([
  ['a missing class', 1, 1],
  ['a hit', SHOWN.hit, 2],
  ['a repeat', SHOWN.repeat, 1],
  ['an unexpected call', SHOWN.unexpected, 3],
])('tells of runs that show %s where that is wanted', (_what, wanted, told) => {
  expect(scan(counting(wanted).scanner, 'a', 'ab', 'aab', 'aa', 'b')).toBe(told);
});

it.each([true, false])('takes runs for one kind that differ in repeats: %s', (ignoresRepeats) => {
  const { scanner } = counting(0, ignoresRepeats);
  scan(scanner, 'ab', 'aab', 'aaab');
  const totals = scanner.runs.newKinds().map(({ times, repeats }) => [times, repeats]);
  expect(totals).toEqual(
    ignoresRepeats
      ? [[3, 3]]
      : [
          [1, 0],
          [1, 1],
          [1, 2],
        ],
  );
});

it('says which run was the first of a kind, by its job and number', () => {
  const { scanner, taker } = counting(0);
  scanner.runs.beginJob(7);
  scanner.runs.setNext(taker, 3);
  scan(scanner, 'a', 'a', 'ab');
  scanner.runs.beginJob(9);
  scanner.runs.setNext(taker, 0);
  scan(scanner, 'a', 'aa');
  const first = scanner.runs.newKinds().map(({ job, number }) => [job, number]);
  expect(first).toEqual([
    [7, 3],
    [7, 5],
    [9, 1],
  ]);
});

it('tells of a run with a tool that is not known, whatever is wanted', () => {
  expect(scan(counting(0).scanner, 'a', 'ac', 'a')).toBe(1);
});
