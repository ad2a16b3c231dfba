import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { applyOverrides, keyFault, parseOverrides } from './key-overrides.ts';
import { KeySettings } from './key-settings.ts';
import { KEY_TABLE } from './key-table.ts';

const keysOf = (table: typeof KEY_TABLE, action: string): readonly string[] =>
  table.find((binding) => binding.action === action)?.events ?? [];

function memory(): Pick<Storage, 'getItem' | 'setItem' | 'removeItem'> & Map<string, string> {
  const kept = new Map<string, string>();
  return Object.assign(kept, {
    getItem: (name: string) => kept.get(name) ?? null,
    setItem: (name: string, value: string) => void kept.set(name, value),
    removeItem: (name: string) => void kept.delete(name),
  });
}

describe('keys that a person chose', () => {
  it('replace those of the table, and arrows stay', () => {
    const table = applyOverrides(KEY_TABLE, { skip: 's', next: 'd' });
    expect(keysOf(table, 'skip')).toEqual(['s']);
    expect(keysOf(table, 'next')).toEqual(['ArrowRight', 'd']);
    expect(table.find(({ action }) => action === 'next')?.keys).toEqual(['→', 'd']);
  });

  it.each([
    ['skip', 'u', '“u” is the key for: undo.'],
    ['skip', 'U', '“u” is the key for: undo.'],
    ['undo', 'f', '“f” is the key for: decide for an opinion.'],
    ['skip', '3', 'Digits choose among the options.'],
    ['skip', 'Tab', 'Press a letter or another sign.'],
    ['skip', ' ', 'Press a letter or another sign.'],
  ] as const)('for %s, %s is refused', (action, key, words) => {
    expect(keyFault(KEY_TABLE, action, key)).toBe(words);
  });

  it.each([
    ['skip', 'm'],
    ['skip', 'x'],
    // No page has both tools and statements.
    ['none', 'y'],
    ['unsure', 'ö'],
  ] as const)('for %s, %s can be chosen', (action, key) => {
    expect(keyFault(KEY_TABLE, action, key)).toBeNull();
  });

  it('never give one key two meanings, whatever was kept', () => {
    const kept = fc.dictionary(
      fc.constantFrom(...KEY_TABLE.map(({ action }) => action), 'nothing'),
      fc.oneof(
        fc.constantFrom(...'abcdefghijklmnopqrstuvwxyz19?/'.split('')),
        fc.string(),
        fc.integer(),
      ),
    );
    fc.assert(
      fc.property(kept, (values) => {
        const table = applyOverrides(KEY_TABLE, parseOverrides(JSON.stringify(values), KEY_TABLE));
        for (const { action, events, modifier, isFixed } of table)
          if (modifier === undefined && isFixed !== true)
            for (const event of events)
              if (!event.startsWith('Arrow')) expect(keyFault(table, action, event)).toBeNull();
      }),
    );
  });

  it.each(['', '{', '[]', 'null', '"x"', '{"skip":7}', '{"save":"k"}'])(
    'are those of the table where %s was kept',
    (text) => expect(parseOverrides(text, KEY_TABLE)).toEqual({}),
  );
});

describe('the settings of a reviewer', () => {
  it('are kept in the browser, each apart, until they are reset', () => {
    const storage = memory();
    const ann = new KeySettings(() => storage, 'ann');
    expect(ann.choose('skip', 'm')).toBeNull();
    expect(ann.choose('undo', 'm')).toBe('“m” is the key for: skip.');
    expect(keysOf(new KeySettings(() => storage, 'ann').table, 'skip')).toEqual(['m']);
    expect(keysOf(new KeySettings(() => storage, 'ben').table, 'skip')).toEqual(['x']);
    ann.reset();
    expect(keysOf(ann.table, 'skip')).toEqual(['x']);
    expect(storage.size).toBe(0);
  });

  it('hold without storage until the page is closed', () => {
    const none = (): never => {
      throw new Error('no storage');
    };
    const settings = new KeySettings(none, 'ann');
    expect(settings.choose('skip', 'm')).toBeNull();
    expect(keysOf(settings.table, 'skip')).toEqual(['m']);
  });
});
