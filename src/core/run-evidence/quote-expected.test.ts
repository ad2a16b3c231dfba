import { expect, it } from 'vitest';
import { compileScorer } from '../evaluation/score-trace.ts';
import { expectedByScorers } from './quote-expected.ts';

const CHECKS = compileScorer('call_checks', {});

it('no call is expected where a scorer expects none', () => {
  expect(expectedByScorers([CHECKS, compileScorer('no_tools', true)])).toEqual({ calls: [] });
});

it('nothing is quoted where the row says that tools may be called', () => {
  expect(expectedByScorers([CHECKS, compileScorer('no_tools', { when: false })])).toBeNull();
});

it('the first scorer that names calls says what is expected', () => {
  const required = compileScorer('function_call_coverage', { function_calls: ['search'] });
  expect(expectedByScorers([CHECKS, required])).toEqual({ calls: [{ tool: 'search' }] });
});
