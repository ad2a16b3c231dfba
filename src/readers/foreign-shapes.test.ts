// Records of products without a reader are rejected or not measured, whichever format they are read as.
import { expect, test } from 'vitest';
import { FORMATS } from './formats/formats.ts';
import { FOREIGN_SHAPES } from './fixtures/foreign-shapes.ts';
import { readContent } from './fixtures/reader-case.ts';

test.each(FOREIGN_SHAPES)('%s are never a run without a call', async (_, __, records) => {
  const lines = records.map((value) => `${JSON.stringify(value)}\n`).join('');
  const forms = [['x.jsonl', lines] as const, ['x.json', JSON.stringify(records)] as const];
  const silent: string[] = [];
  for (const format of [null, ...FORMATS])
    for (const [file, content] of forms)
      for (const record of await readContent(file, content, format))
        if (
          record.kind === 'trace' &&
          record.trace.error === null &&
          record.trace.calls.length === 0
        )
          silent.push(`${format?.id ?? 'recognised'} ${file}`);
  expect(silent).toEqual([]);
});
