import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { reportRuns, scoreRun } from '../fixtures/calls.ts';
import { isJsonObject, type Json, type JsonObject } from '../json/json.ts';
import { parseJson } from '../json/parse-json.ts';
import type { ToolClass } from '../tools/tool-class.ts';
import { derivedNumbers } from '../fixtures/derived-numbers.ts';
import { equalFunctionSets } from '../scorers/equal-function-sets/equal-function-sets.ts';
import type { ToolCall } from '../trace/trace.ts';

const FOLDER = new URL('../../../vectors/', import.meta.url);

const COVERED = [
  'confusion.json',
  'equal-function-sets-runs.json',
  'equal-function-sets.json',
  'function-call-coverage.json',
  'labels.json',
  'percent-arithmetic.json',
  'tool-calls-by-peer.json',
];

it('every vector file is run, here or beside the labels', () => {
  expect(readdirSync(FOLDER).sort()).toEqual([...COVERED].sort());
});

/** Read with our own parser: one vector is about the digits that the runtime's drops. */
function read(file: string): unknown {
  const parsed = parseJson(readFileSync(new URL(file, FOLDER), 'utf8'));
  if (!parsed.ok || !Array.isArray(parsed.value)) throw new TypeError(`${file} is not a list`);
  return parsed.value;
}

interface RecordedCall {
  readonly name: string;
  readonly server?: string;
  readonly args?: JsonObject;
}

function toCall({ name, server, args }: RecordedCall): ToolCall {
  const recorded: ToolCall['arguments'] =
    args === undefined ? { state: 'absent' } : { state: 'parsed', value: args };
  return {
    name,
    server: server ?? null,
    arguments: recorded,
    id: null,
    requester: null,
    status: null,
  };
}

interface ClassVector {
  readonly id: string;
  readonly classes: readonly ToolClass[];
  readonly tool_calls: readonly RecordedCall[];
  readonly tally: JsonObject;
  readonly metrics: JsonObject;
  readonly missed: readonly string[];
  /** One entry per false positive call. */
  readonly unexpected: readonly string[];
  readonly verdicts: readonly string[];
}

describe('equal-function-sets.json', () => {
  it.each(read('equal-function-sets.json') as readonly ClassVector[])('$id', (vector) => {
    const calls = vector.tool_calls.map(toCall);
    const { classes } = vector;
    const report = reportRuns('equal_function_sets', { classes }, [calls]);
    expect(report.tally).toEqual(vector.tally);
    expect(report.metrics).toMatchObject(vector.metrics);
    expect(report.missed).toEqual(vector.missed);
    expect(report.calls.map((call) => call.verdict)).toEqual(vector.verdicts);
    const wrong = report.calls.filter((call) => call.verdict === 'unexpected');
    expect(wrong.map((item) => item.tool)).toEqual(vector.unexpected);
    expect(report.unexpected).toEqual([...new Set(vector.unexpected)]);
    expect(report.vacuous).toBe(vector.id === 'nothing-at-all');
  });
});

interface RunsVector {
  readonly id: string;
  readonly classes: readonly ToolClass[];
  readonly runs: readonly (readonly RecordedCall[])[];
  readonly tally: JsonObject;
  readonly metrics: JsonObject;
}

describe('equal-function-sets-runs.json', () => {
  it.each(read('equal-function-sets-runs.json') as readonly RunsVector[])('$id', (vector) => {
    const runs = vector.runs.map((run) => run.map(toCall));
    const report = reportRuns('equal_function_sets', { classes: vector.classes }, runs);
    expect(report.tally).toEqual(vector.tally);
    expect(report.metrics).toMatchObject(vector.metrics);
  });
});

interface CoverageVector {
  readonly id: string;
  readonly function_calls: readonly string[];
  readonly mode: string;
  readonly calls: readonly string[];
  readonly expected: Readonly<Record<string, number>>;
}

describe('function-call-coverage.json', () => {
  it.each(read('function-call-coverage.json') as readonly CoverageVector[])('$id', (vector) => {
    const { function_calls, mode, calls, expected } = vector;
    const run = calls.map((name) => toCall({ name }));
    const report = reportRuns('function_call_coverage', { function_calls, mode }, [run]);
    // The vectors write six decimals, a report at most four.
    const rounded = Object.entries(expected).map(([id, value]) => [
      id,
      Math.round(value * 1e4) / 1e4,
    ]);
    expect(report.metrics).toEqual(Object.fromEntries(rounded));
    expect(report.vacuous).toBe(function_calls.length === 0);
  });
});

interface PercentVector {
  readonly tp: number;
  readonly fp: number;
  readonly fn: number;
  readonly precision: number;
  readonly recall: number;
  readonly f1: number;
}

describe('percent-arithmetic.json', () => {
  it.each(read('percent-arithmetic.json') as readonly PercentVector[])(
    'TP $tp, FP $fp, FN $fn',
    (vector) => {
      const { tp, fp, fn, precision, recall, f1 } = vector;
      const ids = ['tool_selection.precision', 'tool_selection.recall', 'tool_selection.f1'];
      const numbers = derivedNumbers(equalFunctionSets, { tp, fp, fn }, ids);
      expect(numbers).toEqual([precision, recall, f1]);
    },
  );
});

interface PeerVector {
  readonly id: string;
  readonly called: readonly RecordedCall[];
  readonly expected: readonly RecordedCall[];
  readonly ours: {
    readonly tool_call_f1: Readonly<Record<string, Json>>;
    readonly tool_call_accuracy: Readonly<Record<string, number>>;
    readonly trajectory: Readonly<Record<string, boolean>>;
    readonly trajectory_names: Readonly<Record<string, boolean>>;
  };
}

const PEERS = read('tool-calls-by-peer.json') as readonly PeerVector[];

describe('tool-calls-by-peer.json, our own columns', () => {
  it.each(PEERS)('tool_call_f1: $id', ({ called, expected, ours }) => {
    const report = reportRuns('tool_call_f1', { expected: expectedCalls(expected) }, [
      called.map(toCall),
    ]);
    expect({ ...report.tally, ...report.metrics, vacuous: report.vacuous }).toMatchObject(
      ours.tool_call_f1,
    );
  });

  it.each(PEERS)('tool_call_accuracy: $id', ({ called, expected, ours }) => {
    const accuracy = (order: string): Json => {
      const options = { expected: expectedCalls(expected), order };
      const report = reportRuns('tool_call_accuracy', options, [called.map(toCall)]);
      return report.metrics['tool_call.accuracy'] ?? null;
    };
    expect({ strict: accuracy('strict'), flexible: accuracy('flexible') }).toEqual(
      ours.tool_call_accuracy,
    );
  });

  it.each(PEERS)('trajectory: $id', ({ called, expected, ours }) => {
    const matches = (mode: string): Record<string, boolean> => {
      const run = (match: string): boolean => {
        const options = { expected: expectedCalls(expected), match, arguments: mode };
        return scoreRun('trajectory', options, called.map(toCall)).perfect;
      };
      const kinds = ['exact', 'in_order', 'any_order', 'unordered', 'subset'];
      return Object.fromEntries(kinds.map((match) => [match, run(match)]));
    };
    expect(matches('exact')).toEqual(ours.trajectory);
    expect(matches('ignore')).toEqual(ours.trajectory_names);
  });

  it('the digits beyond 2^53 are in the file and told apart', () => {
    const vector = PEERS.find(({ id }) => id === 'int-beyond-2^53')!;
    const ids = [vector.called, vector.expected].map((list) => list[0]?.args?.id);
    expect(ids).toMatchObject([{ text: '9007199254740993' }, { text: '9007199254740992' }]);
  });
});

function expectedCalls(calls: readonly RecordedCall[]): readonly JsonObject[] {
  return calls.map(({ name, args }) => {
    if (!isJsonObject(args)) throw new TypeError('the vectors write all arguments');
    return { tool: name, args };
  });
}
