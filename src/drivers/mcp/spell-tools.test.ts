import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { spellTools } from './spell-tools.ts';
import type { SourceTool } from './tool-source.ts';

const tool = (server: string | null, name: string): SourceTool => ({
  server,
  name,
  description: null,
  inputSchema: {},
});

it('qualifies only the names that collide', () => {
  const tools = [tool('a', 'search'), tool('b', 'search'), tool('b', 'fetch')];
  expect(spellTools(tools)).toEqual(['a__search', 'b__search', 'fetch']);
});

it('replaces what models refuse', () => {
  const tools = [tool('my server', 'get.user'), tool(null, 'a b'), tool('s', 'größe')];
  expect(spellTools(tools)).toEqual(['my_server__get_user', 'a_b', 's__gr__e']);
});

it('numbers what is taken even so, and leaves the plain name to whom it belongs', () => {
  const tools = [tool('a', 'x.y'), tool('a', 'x-y'), tool('a', 'x:y'), tool('b', 'a__x_y')];
  expect(spellTools(tools)).toEqual(['a__x_y_2', 'x-y', 'a__x_y_3', 'a__x_y']);
});

it('cuts long names and keeps them apart', () => {
  const long = 'n'.repeat(70);
  expect(spellTools([tool('s', `${long}1`), tool('s', `${long}2`)])).toEqual([
    `s__${'n'.repeat(61)}`,
    `s__${'n'.repeat(59)}_2`,
  ]);
});

it('gives each tool a name of its own that every model allows', () => {
  const names = fc.oneof(fc.string(), fc.constantFrom('a', 'a__b', 'b', 'a.b', '_2', ''));
  fc.assert(
    fc.property(fc.array(fc.tuple(fc.option(names), names), { maxLength: 30 }), (pairs) => {
      const spelled = spellTools(pairs.map(([server, name]) => tool(server, name)));
      expect(new Set(spelled).size).toBe(pairs.length);
      for (const name of spelled) expect(name).toMatch(/^[a-zA-Z0-9_-]{1,64}$/);
    }),
  );
});
