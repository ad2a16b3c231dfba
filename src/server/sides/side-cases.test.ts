import { describe, expect, it } from 'vitest';
import { SideCases } from './side-cases.ts';

const unit = (
  id: string,
  verdict: 'pass' | 'fail' | 'error',
): { id: string; verdict: typeof verdict } => ({
  id,
  verdict,
});
const BEFORE = [
  unit('a', 'pass'),
  unit('b', 'fail'),
  unit('c', 'pass'),
  unit('d', 'error'),
  unit('x', 'pass'),
];
const AFTER = [
  unit('a', 'fail'),
  unit('b', 'pass'),
  unit('c', 'pass'),
  unit('d', 'pass'),
  unit('y', 'pass'),
];
const ALL = { from: 0, limit: 100 };

describe('two columns', () => {
  const cases = new SideCases([BEFORE, AFTER]);

  it('count what is worse, better, the same, not measured and not in both', () => {
    expect(cases.page('all', '', ALL).counts).toEqual({
      worse: 1,
      better: 1,
      same: 1,
      unmeasured: 1,
      missing: 2,
      differs: 0,
    });
    expect(cases.differing).toEqual({ k: 2, n: 3 });
  });

  it('list what changed first, and only that by default', () => {
    const ids = (show: 'changed' | 'all' | 'worse'): readonly string[] =>
      cases.page(show, '', ALL).items.map(({ id }) => id);
    expect(ids('changed')).toEqual(['a', 'b', 'y', 'x']);
    expect(ids('worse')).toEqual(['a']);
    expect(ids('all')).toEqual(['a', 'b', 'y', 'x', 'd', 'c']);
  });

  it('come in pages and are searched', () => {
    expect(cases.page('all', '', { from: 4, limit: 1 })).toMatchObject({
      total: 6,
      items: [{ id: 'd' }],
      next: '5',
    });
    expect(cases.page('all', 'Y', ALL).items).toMatchObject([{ id: 'y', sides: [null, {}] }]);
  });
});

describe('several columns', () => {
  it('differ where not all of them agree', () => {
    const cases = new SideCases([BEFORE, AFTER, BEFORE]);
    expect(cases.page('differs', '', ALL).items.map(({ id }) => id)).toEqual(['a', 'b']);
  });

  it('compare shares of runs where a case has several', () => {
    const some = (k: number): object => ({ id: 'a', verdict: 'fail', passing: { k, n: 4 } });
    const cases = new SideCases([[some(1)], [some(3)]] as never);
    expect(cases.page('better', '', ALL).total).toBe(1);
  });
});
