import { expect, it } from 'vitest';
import { isDeprecated, whyDestructive } from './risky-tools.ts';

const tool = (name: string, description: string | null = null) => ({
  server: 's',
  name,
  description,
});

it.each(['delete_order', 'dropTable', 'remove-user', 'KillProcess', 'purge_all'])(
  'takes %s for destructive by its name',
  (name) => expect(whyDestructive(tool(name), new Map())).toBe('by its name'),
);

it.each(['get_order', 'dropdown_options', 'undelete', 'removed_items', 'list_deletions'])(
  'does not take %s for destructive',
  (name) => expect(whyDestructive(tool(name), new Map())).toBeNull(),
);

it('believes a server more than a name', () => {
  const hints = new Map([
    ['s.delete_order', false],
    ['s.write', true],
  ]);
  expect(whyDestructive(tool('delete_order'), hints)).toBeNull();
  expect(whyDestructive(tool('write'), hints)).toBe('by its server');
});

it('knows a deprecated tool by the beginning of its description', () => {
  expect(isDeprecated(tool('a', 'DEPRECATED: Use b instead.'))).toBe(true);
  expect(isDeprecated(tool('a', 'Reads a file. (Deprecated, use b.)'))).toBe(true);
  expect(isDeprecated(tool('a_deprecated'))).toBe(true);
  expect(isDeprecated(tool('a', `${'Lists versions. '.repeat(10)}Shows deprecated ones.`))).toBe(
    false,
  );
  expect(isDeprecated(tool('a'))).toBe(false);
});
