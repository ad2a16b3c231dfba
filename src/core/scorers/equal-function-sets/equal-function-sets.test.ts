import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { call, callsOf, reportRuns, scoreRun } from '../../fixtures/calls.ts';
import { derivedNumbers } from '../../fixtures/derived-numbers.ts';
import type { Tally } from '../../scoring/scorer.ts';
import type { ToolPattern } from '../../tools/tool-pattern.ts';
import { formatTool, type ToolCall } from '../../trace/trace.ts';
import type { ToolClass } from '../../tools/tool-class.ts';
import { equalFunctionSets } from './equal-function-sets.ts';

const NAME = 'equal_function_sets';
const CLASSES: readonly ToolClass[] = [
  { name: 'search', members: ['brave.web_search', 'google.search'] },
  { name: 'fetch', members: ['http.get'] },
];

function tally(options: object, ...tools: readonly string[]): Tally {
  return scoreRun(NAME, options, callsOf(...tools)).tally;
}

describe('one run', () => {
  it('is perfect when every class is called and nothing else', () => {
    const score = scoreRun(NAME, { classes: CLASSES }, callsOf('brave.web_search', 'http.get'));
    expect(score).toEqual({
      tally: { tp: 2, fp: 0, fn: 0, repeats: 0 },
      perfect: true,
      sample: { num: 4, den: 4 },
      hits: [1, 2],
      verdicts: ['hit', 'hit'],
    });
  });

  it('counts a missed class and an unexpected call', () => {
    const report = reportRuns(NAME, { classes: CLASSES }, [callsOf('google.search', 'shell.exec')]);
    expect(report.tally).toEqual({ tp: 1, fp: 1, fn: 1 });
    expect(report.metrics).toEqual({
      'tool_selection.precision': 50,
      'tool_selection.recall': 50,
      'tool_selection.f1': 50,
      'tool_selection.f1_mean': 0.5,
      'tool_selection.repeats': 0,
    });
    expect(report.missed).toEqual(['fetch']);
    expect(report.unexpected).toEqual(['shell.exec']);
    expect(report.classes).toEqual([
      { name: 'search', hits: 1, misses: 0, recall: 100, matched_by: ['google.search'] },
      { name: 'fetch', hits: 0, misses: 1, recall: 0, matched_by: [] },
    ]);
    expect(report.calls).toEqual([
      { run: 1, call: 1, tool: 'google.search', verdict: 'hit', classes: ['search'] },
      { run: 1, call: 2, tool: 'shell.exec', verdict: 'unexpected', classes: [] },
    ]);
    expect(report.misses).toEqual({
      total: 1,
      items: [{ run: 1, expected: 'fetch', hint: 'none of http.get was called' }],
    });
  });

  it('a thousand calls of one class are one hit and no false positive, counted apart', () => {
    const calls = Array.from({ length: 1000 }, () => call('google.search'));
    expect(scoreRun(NAME, { classes: CLASSES.slice(0, 1) }, calls).tally).toEqual({
      tp: 1,
      fp: 0,
      fn: 0,
      repeats: 999,
    });
  });

  it('a call satisfies all classes that it matches; it is a hit when one of them is new', () => {
    const classes = [
      { name: 'p', members: ['s.x', 's.y'] },
      { name: 'q', members: ['s.x'] },
    ];
    const score = scoreRun(NAME, { classes }, callsOf('s.y', 's.x', 's.x'));
    expect(score.verdicts).toEqual(['hit', 'hit', 'repeat']);
    expect(score.hits).toEqual([1, 2]);
    const report = reportRuns(NAME, { classes }, [callsOf('s.x')]);
    expect(report.calls[0]).toMatchObject({ verdict: 'hit', classes: ['p', 'q'] });
    expect(report.tally).toEqual({ tp: 2, fp: 0, fn: 0 });
  });

  it('every call outside the classes counts, repeats included', () => {
    expect(tally({ classes: CLASSES }, 'x', 'x', 'y')).toMatchObject({ tp: 0, fp: 3, fn: 2 });
  });

  it.each([
    ['no classes and no calls', [], [], [100, 100, 100], true],
    ['classes but no calls', CLASSES, [], [0, 0, 0], false],
    ['no classes but calls', [], ['x'], [0, 0, 0], false],
  ])('%s', (_what, classes, tools, metrics, vacuous) => {
    const report = reportRuns(NAME, { classes }, [callsOf(...tools)]);
    expect(Object.values(report.metrics).slice(0, 3)).toEqual(metrics);
    expect(report.vacuous).toBe(vacuous);
  });

  it('no run at all is not vacuous: nothing was measured', () => {
    const report = reportRuns(NAME, { classes: [] }, []);
    expect(report.vacuous).toBe(false);
    expect(report.metrics['tool_selection.f1']).toBeNull();
    expect(report.metrics['tool_selection.f1_mean']).toBeNull();
  });

  it('explains a near miss beside the unmatched call, without matching it', () => {
    const calls = [
      call({ server: null, name: 'search' }),
      call('google.Search'),
      call('bing.search'),
      call('shell.exec'),
    ];
    const report = reportRuns(NAME, { classes: CLASSES }, [calls]);
    expect(report.calls.map(({ hint }) => hint)).toEqual([
      'the server was not recorded, so this is not known to be google.search',
      'looks like google.search, but the case differs',
      'same name as google.search, on another server',
      undefined,
    ]);
    expect(report.tally).toEqual({ tp: 0, fp: 4, fn: 2 });
  });

  it('tools and classes may be named like object members', () => {
    const classes = [
      { name: '__proto__', members: ['constructor'] },
      { name: 'constructor', members: ['s.__proto__'] },
    ];
    const calls = [call('s.constructor'), call('s.toString'), call('s.hasOwnProperty')];
    const report = reportRuns(NAME, { classes }, [calls]);
    expect(report.tally).toEqual({ tp: 1, fp: 2, fn: 1 });
    expect(report.missed).toEqual(['constructor']);
    expect(report.unexpected).toEqual(['s.toString', 's.hasOwnProperty']);
    expect(report.classes?.map(({ name, matched_by }) => [name, matched_by])).toEqual([
      ['__proto__', ['s.constructor']],
      ['constructor', []],
    ]);
  });
});

describe('repeats', () => {
  const classes = CLASSES;
  const tools = ['google.search', 'brave.web_search', 'x', 'x', 's.x', 'google.search'];

  it('are neutral by default', () => {
    expect(tally({ classes }, ...tools)).toEqual({ tp: 1, fp: 3, fn: 1, repeats: 2 });
    expect(tally({ classes, repeats: 'neutral' }, ...tools)).toEqual({
      tp: 1,
      fp: 3,
      fn: 1,
      repeats: 2,
    });
  });

  it('can each be a false positive, and are then listed as one', () => {
    const options = { classes, repeats: 'false_positive' } as const;
    expect(tally(options, ...tools)).toEqual({ tp: 1, fp: 5, fn: 1, repeats: 2 });
    const report = reportRuns(NAME, options, [callsOf('google.search', 'brave.web_search')]);
    expect(report.unexpected).toEqual(['brave.web_search']);
    expect(report.calls[1]).toMatchObject({
      verdict: 'unexpected',
      classes: ['search'],
      hint: 'its classes were satisfied already, and repeats count as false positives',
    });
  });

  it('can collapse: each distinct unexpected tool counts once per run', () => {
    const options = { classes, repeats: 'collapse' } as const;
    expect(tally(options, ...tools)).toEqual({ tp: 1, fp: 2, fn: 1, repeats: 2 });
    const twice = reportRuns(NAME, options, [callsOf('x', 'x'), callsOf('x')]);
    expect(twice.tally).toEqual({ tp: 0, fp: 2, fn: 4 });
  });

  it('collapse by the pair, not by its spelling', () => {
    const calls = [call({ server: 'a.b', name: 'c' }), call({ server: 'a', name: 'b.c' })];
    expect(scoreRun(NAME, { classes: [], repeats: 'collapse' }, calls).tally.fp).toBe(2);
  });
});

describe('dependencies', () => {
  const dependencies = [['search', 'fetch']] as const;
  const violations = (...tools: readonly string[]): number | undefined =>
    tally({ classes: CLASSES, dependencies }, ...tools).order_violations;

  it('are kept when the first class was satisfied by an earlier call', () => {
    expect(violations('google.search', 'http.get')).toBe(0);
    expect(violations('google.search', 'x', 'http.get', 'google.search')).toBe(0);
    expect(violations('google.search')).toBe(0);
    expect(violations()).toBe(0);
  });

  it('are violated once per run, later or never', () => {
    expect(violations('http.get', 'google.search')).toBe(1);
    expect(violations('http.get', 'google.search', 'http.get')).toBe(1);
    expect(violations('http.get')).toBe(1);
  });

  it('are violated by one call that satisfies both: none came before it', () => {
    const classes = [
      { name: 'a', members: ['x'] },
      { name: 'b', members: ['x'] },
    ];
    expect(tally({ classes, dependencies: [['a', 'b']] }, 'x').order_violations).toBe(1);
  });

  it('are a count of their own, never mixed into precision, and explained', () => {
    const options = { classes: CLASSES, dependencies };
    const report = reportRuns(NAME, options, [callsOf('http.get', 'google.search')]);
    expect(report.metrics).toMatchObject({
      'tool_selection.f1': 100,
      'tool_selection.order_violations': 1,
    });
    expect(report.misses.items).toEqual([{ run: 1, expected: 'no search came before fetch' }]);
    expect(scoreRun(NAME, options, callsOf('http.get', 'google.search')).perfect).toBe(false);
  });

  it('add over pairs and runs, and are not reported where none are declared', () => {
    const both = {
      classes: CLASSES,
      dependencies: [
        ['search', 'fetch'],
        ['fetch', 'search'],
      ],
    };
    const runs = [callsOf('google.search', 'http.get'), callsOf('http.get'), callsOf('x')];
    expect(reportRuns(NAME, both, runs).metrics['tool_selection.order_violations']).toBe(2);
    expect(reportRuns(NAME, { classes: CLASSES }, runs).metrics).not.toHaveProperty(
      'tool_selection.order_violations',
    );
  });
});

describe('several runs', () => {
  const runs = [callsOf('brave.web_search', 'http.get'), callsOf('google.search', 'shell.exec')];

  it('are micro-averaged: counts are summed, metrics derived once', () => {
    const report = reportRuns(NAME, { classes: CLASSES }, runs);
    expect(report.tally).toEqual({ tp: 3, fp: 1, fn: 1 });
    expect(report.metrics).toMatchObject({
      'tool_selection.precision': 75,
      'tool_selection.recall': 75,
      'tool_selection.f1': 75,
      'tool_selection.f1_mean': 0.75,
    });
  });

  it('have a mean of F1 that is not the F1 of the sums', () => {
    // F1 of the runs: 1 and 2/4; mean 3/4. Of the sums: 2 * 2 / (4 + 2 + 0) = 2/3.
    const classes = CLASSES.slice(0, 1);
    const report = reportRuns(NAME, { classes }, [
      callsOf('google.search'),
      callsOf('google.search', 'x', 'y'),
    ]);
    expect(report.metrics).toMatchObject({
      'tool_selection.f1': 66,
      'tool_selection.f1_mean': 0.75,
    });
  });

  it('have a worst run, the first of several, in the unit of F1', () => {
    const worst = [callsOf('x'), callsOf('y'), callsOf('google.search')];
    expect(reportRuns(NAME, { classes: CLASSES }, runs).worst).toEqual({
      run: 2,
      metric: 'tool_selection.f1',
      value: 50,
    });
    expect(reportRuns(NAME, { classes: CLASSES }, [...runs, ...worst]).worst).toEqual({
      run: 3,
      metric: 'tool_selection.f1',
      value: 0,
    });
    // One class of three: 2/4; floored, 2 of 3 calls: 4/5.
    const third = [callsOf('google.search', 'http.get', 'x'), runs[0]!];
    expect(reportRuns(NAME, { classes: CLASSES }, third).worst).toMatchObject({
      run: 1,
      value: 80,
    });
    expect(reportRuns(NAME, { classes: CLASSES }, [callsOf()]).worst).toBeNull();
  });

  it('list what was missed in any run as declared, and what was unexpected as it first appeared', () => {
    const many = [callsOf('z', 'google.search', 'y'), callsOf('y', 'http.get', 'a', 'z')];
    const report = reportRuns(NAME, { classes: CLASSES }, many);
    expect(report.missed).toEqual(['search', 'fetch']);
    expect(report.unexpected).toEqual(['z', 'y', 'a']);
    expect(report.classes).toEqual([
      { name: 'search', hits: 1, misses: 1, recall: 50, matched_by: ['google.search'] },
      { name: 'fetch', hits: 1, misses: 1, recall: 50, matched_by: ['http.get'] },
    ]);
  });

  it('list the tools that matched a class as they first appeared', () => {
    const many = [callsOf('google.search', 'brave.web_search'), callsOf('brave.web_search')];
    const classes = [{ name: 'any', members: ['search', 'web_search'] }];
    expect(reportRuns(NAME, { classes }, many, [1, 0]).classes?.[0]?.matched_by).toEqual([
      'google.search',
      'brave.web_search',
    ]);
  });

  it('are vacuous only when their sum is', () => {
    expect(reportRuns(NAME, { classes: [] }, [callsOf(), callsOf()])).toMatchObject({
      vacuous: true,
      vacuousRuns: 2,
    });
    expect(reportRuns(NAME, { classes: [] }, [callsOf(), callsOf('x')])).toMatchObject({
      vacuous: false,
      vacuousRuns: 1,
      metrics: { 'tool_selection.f1': 0, 'tool_selection.f1_mean': 0.5 },
    });
  });

  it('have an interval of F1 from ten runs on', () => {
    const nine = Array.from({ length: 9 }, (_, i) => runs[i % 2]!);
    expect(reportRuns(NAME, { classes: CLASSES }, nine).intervals).toEqual({});
    const ten = reportRuns(NAME, { classes: CLASSES }, [...nine, runs[1]!]).intervals;
    expect(Object.keys(ten)).toEqual(['tool_selection.f1']);
  });
});

const tool = fc.constantFrom('a.x', 'a.y', 'b.x', 'b.z', 'x', 'z', 'a.b.x');
const calls = fc.array(
  tool.map((item) => call(item)),
  { maxLength: 8 },
);
const pattern: fc.Arbitrary<ToolPattern> = fc.oneof(
  tool,
  tool.map((item) => ({ tool: item })),
);
const classes = fc
  .array(fc.array(pattern, { minLength: 1, maxLength: 3 }), { maxLength: 5 })
  .map((lists) => lists.map((members, i) => ({ name: `c${i}`, members })));

describe('whatever the classes and the calls', () => {
  const shuffled = <T>(list: fc.Arbitrary<readonly T[]>): fc.Arbitrary<readonly (readonly T[])[]> =>
    list.chain((all) =>
      fc.tuple(fc.constant(all), fc.shuffledSubarray([...all], { minLength: all.length })),
    );
  const turned = (all: readonly ToolClass[]): readonly ToolClass[] =>
    all.map(({ name, members }) => ({ name, members: members.toReversed() }));

  it.each(['neutral', 'collapse'] as const)(
    'TP, FP and FN do not depend on the order of calls, classes or members (%s)',
    (repeats) => {
      fc.assert(
        fc.property(shuffled(classes), shuffled(calls), ([all, other], [made, madeOther]) => {
          const { tp, fp, fn } = scoreRun(NAME, { classes: all, repeats }, made!).tally;
          expect(
            scoreRun(NAME, { classes: turned(other!), repeats }, madeOther!).tally,
          ).toMatchObject({ tp, fp, fn });
        }),
      );
    },
  );

  it('where repeats are false positives, the order of classes and members changes nothing', () => {
    fc.assert(
      fc.property(shuffled(classes), calls, ([all, other], made) => {
        const repeats = 'false_positive';
        expect(scoreRun(NAME, { classes: turned(other!), repeats }, made).tally).toEqual(
          scoreRun(NAME, { classes: all, repeats }, made).tally,
        );
      }),
    );
  });

  it('where repeats are false positives, the order of calls matters only between overlapping classes', () => {
    const disjoint = [
      { name: 'p', members: ['a.x', 'a.y'] },
      { name: 'q', members: ['b.x', 'b.z'] },
    ];
    const options = { classes: disjoint, repeats: 'false_positive' };
    fc.assert(
      fc.property(shuffled(calls), ([made, other]) => {
        expect(scoreRun(NAME, options, other!).tally).toEqual(scoreRun(NAME, options, made!).tally);
      }),
    );
    const overlapping = { ...options, classes: [...disjoint, { name: 'r', members: ['a.x'] }] };
    expect(tally(overlapping, 'a.x', 'a.y').fp).toBe(1);
    expect(tally(overlapping, 'a.y', 'a.x').fp).toBe(0);
  });

  it('the tally is what the definition counts', () => {
    const matches = (pattern: ToolPattern, { server, name }: ToolCall): boolean =>
      typeof pattern === 'string'
        ? pattern === name || (server !== null && pattern === `${server}.${name}`)
        : pattern.tool === name;
    fc.assert(
      fc.property(classes, calls, (all, made) => {
        const belongs = (call: ToolCall, { members }: ToolClass): boolean =>
          members.some((member) => matches(member, call));
        const tp = all.filter((each) => made.some((item) => belongs(item, each))).length;
        const fp = made.filter((item) => !all.some((each) => belongs(item, each))).length;
        expect(scoreRun(NAME, { classes: all }, made).tally).toMatchObject({
          tp,
          fp,
          fn: all.length - tp,
        });
      }),
    );
  });

  it('an unrelated call never raises precision, recall or F1', () => {
    fc.assert(
      fc.property(classes, calls, fc.nat(8), (all, made, at) => {
        const numbers = (list: readonly ToolCall[]): readonly number[] =>
          derivedNumbers(equalFunctionSets, scoreRun(NAME, { classes: all }, list).tally, [
            'tool_selection.precision',
            'tool_selection.recall',
            'tool_selection.f1',
          ]);
        const before = numbers(made);
        const after = numbers(made.toSpliced(at, 0, call('unrelated.tool')));
        after.forEach((value, i) => expect(value).toBeLessThanOrEqual(before[i]!));
      }),
    );
  });

  it('the verdicts add up to the tally', () => {
    fc.assert(
      fc.property(classes, calls, (all, made) => {
        const { tally: counted, verdicts, hits } = scoreRun(NAME, { classes: all }, made);
        const count = (verdict: string): number =>
          verdicts.filter((item) => item === verdict).length;
        expect(count('unexpected')).toBe(counted.fp);
        expect(count('repeat')).toBe(counted.repeats);
        expect(Array.from(hits).filter((hit) => hit > 0)).toHaveLength(counted.tp!);
        expect(new Set(Array.from(hits).filter((hit) => hit > 0)).size).toBe(count('hit'));
        expect(made.map(formatTool)).toHaveLength(verdicts.length);
      }),
    );
  });
});
