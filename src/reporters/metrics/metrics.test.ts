import { expect, it } from 'vitest';
import { METRICS } from '../fixtures/metrics.ts';
import { metricsText } from '../index.ts';

function lines(width: number): readonly string[] {
  return [...metricsText(METRICS, { color: false, width })].join('').split('\n');
}

it('lists metrics by scope, with all that is known of each in one row', () => {
  expect(lines(140)).toEqual([
    'equal_function_sets',
    '  │ metric                                         unit     better  default gate  what it is',
    '  │ tool_selection.f1                              percent  higher  >= 50         F1 of the sums over all runs',
    '  │ weighted.failure_modes.hallucinated_tool.rate  ratio    higher  -             share of cases with a call of a tool that was not offered',
    '',
    'goal',
    '  │ metric         unit   better  default gate  what it is',
    '  │ goal.achieved  ratio  higher  -             share of runs with their goal',
    '',
  ]);
});

it('keeps ids whole where there is no room for all columns', () => {
  expect(lines(60).slice(0, 5)).toEqual([
    'equal_function_sets',
    '  │ metric                                         unit',
    '  │   what it is',
    '  │ tool_selection.f1                              percent',
    '  │   F1 of the sums over all runs',
  ]);
});
