import { describe, expect, it } from 'vitest';
import { scoreTraces } from '../../evaluation/score-trace.ts';

function metricsOf(...traces: Parameters<typeof scoreTraces>[0]): unknown {
  return scoreTraces(traces, { usage: {} })[0]?.metrics;
}

const call = { name: 'get' };

describe('usage', () => {
  it('sums calls, tokens and cost, and divides once', () => {
    expect(
      metricsOf(
        { tool_calls: [call, call], usage: { input_tokens: 10, output_tokens: 5, cost: 0.1 } },
        { tool_calls: [call], usage: { input_tokens: 4, output_tokens: 0, cost: 0.2 } },
        { tool_calls: [], usage: { input_tokens: 0, output_tokens: 1, cost: 0 } },
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

  it.each([
    ['below zero, which would pay for others', -1],
    ['beyond what a run can cost', 1e300],
  ])('takes numbers %s for not told', (_, odd) => {
    expect(
      metricsOf(
        { tool_calls: [], usage: { input_tokens: 1, cost: 1 } },
        { tool_calls: [], usage: { input_tokens: odd, cost: odd } },
      ),
    ).toMatchObject({ 'tokens.mean': null, 'cost.mean': null });
  });

  it('knows no sum that is too large to be exact', () => {
    const rich = {
      tool_calls: [],
      usage: { input_tokens: 1, output_tokens: 0, cost: 9_000_000 },
    };
    expect(metricsOf(rich)).toMatchObject({ 'cost.total': 9_000_000 });
    expect(metricsOf(rich, rich)).toMatchObject({ 'cost.total': null, 'tokens.total': 2 });
  });

  it.each([{ input_tokens: 7 }, { output_tokens: 7 }])(
    'does not take half of the tokens for all of them: %o',
    (half) => {
      expect(metricsOf({ tool_calls: [], usage: half })).toMatchObject({ 'tokens.total': null });
    },
  );

  it('says how many runs do not record what a sum needs', () => {
    const [score] = scoreTraces(
      [{ tool_calls: [], usage: { input_tokens: 1, cost: 1 } }, { tool_calls: [] }],
      { usage: {} },
    );
    expect(score?.notMeasured).toEqual({
      'tokens.total': '2 of 2 runs do not record both input and output tokens',
      'tokens.mean': '2 of 2 runs do not record both input and output tokens',
      'cost.total': '1 of 2 runs does not record a cost',
      'cost.mean': '1 of 2 runs does not record a cost',
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
