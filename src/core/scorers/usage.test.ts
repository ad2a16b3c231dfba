import { describe, expect, it } from 'vitest';
import { scoreTraces } from '../score-trace.ts';

function metricsOf(...traces: Parameters<typeof scoreTraces>[0]): unknown {
  return scoreTraces(traces, { usage: {} })[0]?.metrics;
}

const call = { name: 'get' };

describe('usage', () => {
  it('sums calls, tokens and cost, and divides once', () => {
    expect(
      metricsOf(
        { tool_calls: [call, call], usage: { input_tokens: 10, output_tokens: 5, cost: 0.1 } },
        { tool_calls: [call], usage: { input_tokens: 4, output_tokens: null, cost: 0.2 } },
        { tool_calls: [], usage: { output_tokens: 1, cost: 0 } },
      ),
    ).toEqual({
      'runs.without_calls': 1,
      'calls.total': 3,
      'calls.mean': 1,
      'tokens.total': 20,
      'tokens.mean': 6.6667,
      'cost.total': 0.3,
      'cost.mean': 0.1,
    });
  });

  it('knows no sum of what some runs do not tell', () => {
    expect(
      metricsOf(
        { tool_calls: [call], usage: { input_tokens: 1, cost: 1 } },
        { tool_calls: [call] },
      ),
    ).toMatchObject({
      'tokens.total': null,
      'tokens.mean': null,
      'cost.total': null,
      'cost.mean': null,
      'calls.total': 2,
    });
  });
});
