import { expect, it } from 'vitest';
import { GitIgnore } from './git-ignore.ts';

const ignore = (text: string): GitIgnore => new GitIgnore(null, '/p', text);

it.each([
  ['*.log', 'a.log', true],
  ['*.log', 'deep/er/a.log', true],
  ['*.log', 'a.log.json', false],
  ['/a.json', 'a.json', true],
  ['/a.json', 'deep/a.json', false],
  ['runs/*.json', 'runs/a.json', true],
  ['runs/*.json', 'runs/deep/a.json', false],
  ['**/out', 'x/y/out', true],
  ['runs/**', 'runs/deep/a.json', true],
  ['runs/**/a.json', 'runs/a.json', true],
  ['runs/**/a.json', 'runs/x/y/a.json', true],
  ['a?.json', 'ab.json', true],
  ['a[0-9].json', 'a1.json', true],
  ['a[!0-9].json', 'a1.json', false],
  ['# note', '# note', false],
  ['\\#note', '#note', true],
  ['a.json  ', 'a.json', true],
  ['a+(b).json', 'a+(b).json', true],
])('reads %s as git does: %s is ignored: %s', (rule, path, expected) => {
  expect(ignore(rule).isIgnored(`/p/${path}`, false)).toBe(expected);
});

it('distinguishes folders, and lets a later line take a path back', () => {
  const rules = ignore('runs/\n*.json\n!keep.json\n');
  expect(rules.isIgnored('/p/runs', true)).toBe(true);
  expect(rules.isIgnored('/p/runs', false)).toBe(false);
  expect(rules.isIgnored('/p/a.json', false)).toBe(true);
  expect(rules.isIgnored('/p/keep.json', false)).toBe(false);
});

it('asks the file nearest to a path first', () => {
  const inner = new GitIgnore(ignore('*.json'), '/p/traces', '!*.json');
  expect(inner.isIgnored('/p/traces/a.json', false)).toBe(false);
  expect(
    new GitIgnore(ignore('*.json'), '/p/traces', '').isIgnored('/p/traces/a.json', false),
  ).toBe(true);
});
