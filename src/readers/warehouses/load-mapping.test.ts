import { describe, expect, test } from 'vitest';
import { writeMapping } from './fixtures/write-mapping.ts';
import { loadMapping } from './load-mapping.ts';

describe('mapping files', () => {
  test('name a column, or a member of one', async () => {
    const path = writeMapping({
      run: 'session',
      tool: { column: 'attributes', key: 'tool.name' },
      where: { column: 'ok', equals: true },
    });
    const { fields, where } = await loadMapping(path);
    expect(fields.get('tool')).toEqual({ column: 'attributes', key: 'tool.name' });
    expect(where).toEqual({ ref: { column: 'ok', key: null }, equals: 'true' });
  });

  test.each([
    [[], /names a column for each part/],
    [{ run: 'a' }, /one of trace .* tools .* and tool/],
    [{ run: 'a', tool: 'b', tools: 'c' }, /one of trace/],
    [{ tool: 'a' }, /column of the run/],
    [{ run: 'a', tol: 'b' }, /no part "tol"/],
    [{ run: 3, tool: 'b' }, /run is the name of a column/],
    [{ run: 'a', tool: { column: 'b', sql: 'c' } }, /tool is the name of a column/],
    [{ run: 'a', tool: 'b', where: 'c' }, /where has a column/],
  ])('%j is an error', async (mapping, message) => {
    await expect(loadMapping(writeMapping(mapping))).rejects.toThrow(message);
  });

  test('a file that is not there is an error', async () => {
    await expect(loadMapping('/nowhere/m.yaml')).rejects.toMatchObject({
      issues: [{ code: 'SOURCE_MAPPING' }],
    });
  });
});
