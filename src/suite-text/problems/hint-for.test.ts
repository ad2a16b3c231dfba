import { describe, expect, it } from 'vitest';
import { suggest } from '#core';
import { hintFor } from './hint-for.ts';

describe('suggestions', () => {
  it.each([
    ['equal_function_set', 'equal_function_sets'],
    ['expects', 'expect'],
    ['serach', 'search'],
    ['Tests', 'tests'],
    ['tool_selction.f1', 'tool_selection.f1'],
    ['test', 'tests'],
  ])('finds what %s was meant to be', (written, meant) => {
    const entry = [
      'classes',
      'equal_function_sets',
      'expect',
      'search',
      'tests',
      'tool_selection.f1',
    ];
    expect(suggest(written, entry)).toBe(meant);
  });

  it('keeps silent when nothing is close', () => {
    expect(suggest('banana', ['tests', 'evals'])).toBeNull();
    expect(suggest('x', ['tests'])).toBeNull();
    expect(suggest('a'.repeat(5000), ['tests'])).toBeNull();
  });

  it('takes the nearest, and of equals the first', () => {
    expect(suggest('tool_call.f2', ['tool_call.recall', 'tool_call.f1'])).toBe('tool_call.f1');
    expect(suggest('ab', ['ac', 'ad'])).toBe('ac');
  });

  it('lists what is known when nothing is close', () => {
    expect(hintFor('banana', ['tests', 'evals'], 'known here')).toBe('known here: tests, evals');
    expect(hintFor('testz', ['tests'], 'known here')).toBe('did you mean "tests"?');
    expect(hintFor('x', [], 'known here')).toBeUndefined();
  });
});
