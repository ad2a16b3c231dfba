import type { ScorerMetrics } from '#core';

/**
 * The metric that represents a scorer: the one of its default gate, otherwise its first share, otherwise its first. A table,
 * because the scorers themselves would be a part of every page that shows a report.
 */
export const HEAD_METRICS: { readonly [Name in keyof ScorerMetrics]: ScorerMetrics[Name] } = {
  equal_function_sets: 'tool_selection.f1',
  function_call_coverage: 'all_required_calls_made',
  tool_call_f1: 'tool_call.precision',
  tool_call_accuracy: 'tool_call.accuracy',
  trajectory: 'trajectory.match',
  tool_name_match: 'tool_name_match',
  tool_args_match: 'tool_args_match',
  tool_args_shape_match: 'tool_args_shape_match',
  tool_args_valid: 'tool_args_valid',
  tool_args_semantic: 'tool_args_semantic',
  failure_modes: 'wrong_tool_rate',
  exposure: 'exposure.values',
  answer: 'answer.pass',
  goal: 'goal.achieved',
  forbidden: 'forbidden.calls',
  no_tools: 'no_tool.rate',
  call_checks: 'hallucinated.calls',
  recovery: 'recovery.rate',
  usage: 'runs.without_calls',
  text_calls: 'text_calls.runs',
};
