import { expect, it } from 'vitest';
import { joinJudged } from './join-judged.ts';
import type { JudgedPair } from './judged-report.ts';
import type { LikelySet } from './tool-set-report.ts';

const LIKENESS = {
  score: 60,
  name: 60,
  description: 60,
  parameters: 60,
  servers: null,
  action: null,
};

function ref(tool: string): { server: string; name: string } {
  const [server = '', name = ''] = tool.split('.');
  return { server, name };
}

function pair(item: string, other: string, same: boolean | null): JudgedPair {
  const evidence = { likeness: LIKENESS, words: [], parameters: [] };
  return { members: [ref(item), ref(other)], ...evidence, same, reason: null, error: null };
}

function result(name: string, ...tools: string[]): LikelySet {
  const members = tools.map(ref);
  return { name, members, likeness: LIKENESS, words: [], parameters: [], pairs: [] };
}

function joined(sets: readonly LikelySet[], pairs: readonly JudgedPair[]): object[] {
  return joinJudged(sets, pairs).map(({ name, members, sets: from }) => ({
    name,
    tools: members.map(({ server, name: tool }) => `${server}.${tool}`),
    from,
  }));
}

it('makes a set of two tools, and extends a set that was found', () => {
  const sets = [result('search', 'a.search', 'b.search')];
  const pairs = [pair('c.find', 'a.search', true), pair('d.put', 'e.store', true)];
  expect(joined(sets, pairs)).toEqual([
    { name: 'search', tools: ['a.search', 'b.search', 'c.find'], from: ['search'] },
    { name: 'put', tools: ['d.put', 'e.store'], from: [] },
  ]);
});

it('joins nothing where it is not said, a server would be there twice, or members are denied', () => {
  const pairs = [pair('a.x', 'b.x', true), pair('b.x', 'a.y', true), pair('c.x', 'd.x', null)];
  expect(joined([], pairs)).toEqual([{ name: 'x', tools: ['a.x', 'b.x'], from: [] }]);
  const denied = [pair('a.x', 'b.x', true), pair('b.x', 'c.x', true), pair('a.x', 'c.x', false)];
  expect(joined([], denied)).toEqual([{ name: 'x', tools: ['a.x', 'b.x'], from: [] }]);
});

it('gives no two sets one name', () => {
  const sets = [result('get', 'a.get', 'b.get')];
  expect(joined(sets, [pair('c.get', 'd.get', true)])).toEqual([
    { name: 'get_2', tools: ['c.get', 'd.get'], from: [] },
  ]);
});
