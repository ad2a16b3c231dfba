import { describe, expect, it } from 'vitest';
import { compileAmbiguity } from './ambiguous-spelling.ts';
import { call, callsOf, sumRuns } from '../fixtures/calls.ts';
import type { ToolPattern } from './tool-pattern.ts';
import type { ToolRef } from '../trace/trace.ts';

function remarksOn(patterns: readonly ToolPattern[], tools: readonly ToolRef[]): readonly string[] {
  return compileAmbiguity(patterns)(tools).map(({ text }) => text());
}

const SPLIT_TWICE = [
  { server: 'a.b', name: 'c' },
  { server: 'a', name: 'b.c' },
];

describe('a spelling that two different tools of one run answer to', () => {
  it('is remarked on with both pairs', () => {
    expect(remarksOn(['a.b.c'], SPLIT_TWICE)).toEqual([
      '"a.b.c" matched both a.b.c (server a.b, tool c) and a.b.c (server a, tool b.c); write { server, tool } to tell them apart',
    ]);
  });

  it('is remarked on with the first two of several', () => {
    const [remark] = remarksOn(['search'], callsOf('x.search', 'y.search', 'z.search'));
    expect(remark).toMatch(/^"search" matched both x\.search .* and y\.search /);
  });

  it('is remarked on when one of them has no recorded server', () => {
    expect(remarksOn(['search'], callsOf('search', 'brave.search'))).toEqual([
      '"search" matched both search (server not recorded, tool search) and brave.search (server brave, tool search); write { server, tool } to tell them apart',
    ]);
  });

  it('is no question for the object form, for repeats of one tool or for one tool with two spellings', () => {
    expect(remarksOn([{ server: 'a', tool: 'b.c' }], SPLIT_TWICE)).toEqual([]);
    expect(remarksOn(['search'], callsOf('x.search', 'x.search'))).toEqual([]);
    expect(remarksOn(['search', 'x.search'], callsOf('x.search'))).toEqual([]);
  });
});

describe('the remark is made once', () => {
  const runs = [
    callsOf('x.search', 'y.search'),
    callsOf('y.search', 'x.search'),
    callsOf('z.search', 'y.search', 'x.search'),
  ];
  const first =
    '"search" matched both x.search (server x, tool search) and y.search (server y, tool search); write { server, tool } to tell them apart';

  it.each([
    ['equal_function_sets', { classes: [{ name: 's', members: ['search'] }] }],
    ['function_call_coverage', { function_calls: ['search', 'search'] }],
    ['tool_call_f1', { expected: [{ tool: 'search' }, { tool: 'search', args: {} }] }],
    ['tool_call_accuracy', { expected: [{ tool: 'search' }] }],
    ['trajectory', { expected: [{ tool: 'search' }] }],
  ])('by %s, that of the first run, whatever order runs arrive in', (scorer, options) => {
    expect(sumRuns(scorer, options, runs).remarks).toEqual([first]);
    expect(sumRuns(scorer, options, runs, [2, 1, 0]).remarks).toEqual([first]);
  });

  it('for each spelling', () => {
    const options = { classes: [{ name: 's', members: ['p', 'q'] }] };
    const both = [callsOf('x.q', 'y.q'), callsOf('x.p', 'y.p', 'x.q', 'z.q')];
    const about = (arrival: readonly number[]): readonly string[] =>
      sumRuns('equal_function_sets', options, both, arrival).remarks.map((remark) =>
        remark.slice(0, 3),
      );
    expect(about([0, 1])).toEqual(['"q"', '"p"']);
    expect(about([1, 0])).toEqual(['"q"', '"p"']);
  });

  it('and never by a run of one call', () => {
    const options = { classes: [{ name: 's', members: ['search'] }] };
    expect(sumRuns('equal_function_sets', options, [[call('search')]]).remarks).toEqual([]);
  });
});
