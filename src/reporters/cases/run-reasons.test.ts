import type { FailedGate, GateReport, RunEvidence } from '#core';
import { describe, expect, it } from 'vitest';
import { rawText } from '../document/index.ts';
import { gate, score } from '../fixtures/parts.ts';
import { RunReasons } from './run-reasons.ts';

const SELECTION = score({
  scorer: 'equal_function_sets',
  tally: { tp: 1, fp: 0, fn: 1 },
  metrics: { 'tool_selection.recall': 50 },
  units: { 'tool_selection.recall': 'percent' },
  misses: { total: 1, items: [{ run: 2, expected: 'fetch' }] },
});
const USAGE = score({
  scorer: 'usage',
  tally: { calls: 11 },
  metrics: { 'calls.mean': 5.5 },
  units: { 'calls.mean': 'mean' },
});
const CALLS: FailedGate = {
  metric: 'calls.mean',
  op: '<=',
  value: 7.05,
  unit: 'mean',
  observed: 11,
  scorer: 'usage',
};
const RECALL: FailedGate = {
  metric: 'tool_selection.recall',
  op: '>=',
  value: 100,
  unit: 'percent',
  observed: 50,
  scorer: 'equal_function_sets',
};

function reasons(
  failedGates: readonly FailedGate[],
  scores = [SELECTION, USAGE],
  gates: readonly GateReport[] = [],
): string[] {
  const evidence: RunEvidence = {
    where: 'a.jsonl:2',
    calls: [{ tool: 'search' }],
    expected: { calls: [{ tool: 'search' }, { tool: 'fetch' }] },
    ...(failedGates.length === 0 ? {} : { failedGates }),
  };
  return new RunReasons({ scores, gates })
    .explain({ run: 2 }, evidence)
    .map(({ text }) => rawText(text));
}

describe('why a run fails', () => {
  it('is what the scorers of its failed gates found, and then the gates', () => {
    expect(reasons([RECALL, CALLS])).toEqual([
      'search (missed fetch)',
      'tool_selection.recall 50 % (needs >= 100 %)',
      'calls.mean 11 (needs <= 7.05)',
    ]);
  });

  it('is a gate that the test fails, and not one that holds over all runs', () => {
    const gates = [
      gate('tool_selection.recall', '>=', 100, 100, 'pass'),
      gate('calls.mean', '<=', 7.05, 8, 'fail', { unit: 'mean' }),
    ];
    expect(reasons([RECALL, CALLS], [SELECTION, USAGE], gates)).toEqual([
      'calls.mean 11 (needs <= 7.05)',
    ]);
    expect(reasons([RECALL], [SELECTION, USAGE], gates)).toEqual([
      'search (missed fetch)',
      'tool_selection.recall 50 % (needs >= 100 %)',
    ]);
  });

  it('is the gate alone where its scorer found nothing, whatever others found', () => {
    expect(reasons([CALLS])).toEqual(['calls.mean 11 (needs <= 7.05)']);
  });

  it('is found by the calls where lists of findings are cut', () => {
    const cut = { ...SELECTION, misses: { total: 200, items: [] } };
    expect(reasons([RECALL], [cut, USAGE])[0]).toBe('search (missed fetch)');
  });

  it('is what any scorer found where a report does not name gates', () => {
    expect(reasons([])).toEqual(['search (missed fetch)']);
  });
});
