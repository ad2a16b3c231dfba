import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { readHead } from './read-head.ts';

const folder = mkdtempSync(join(tmpdir(), 'whichtool-head-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const GOOD = '{"tool_calls":[{"name":"get","arguments":{"q":"ü"}}]}';

it('detects the format of a file of lines, and where its text begins', () => {
  const head = (name: string, text: string): unknown => {
    const file = join(folder, name);
    writeFileSync(file, text);
    const result = readHead(file, []);
    return result === null ? null : [result.format.id, result.start];
  };
  expect(head('a.jsonl', `\n${GOOD}\n`)).toEqual(['native', 0]);
  expect(head('b.ndjson', `\ufeff{"x":1}\n${GOOD}\n`)).toEqual(['native', 3]);
  expect(head('c.json', `${GOOD}\n`)).toBeNull();
  expect(head('d.jsonl', GOOD)).toBeNull();
  expect(head('e.jsonl', '{"resourceSpans":[]}\n')).toBeNull();
  expect(readHead(join(folder, 'nothing.jsonl'), [])).toBeNull();
  expect(readHead(folder, [])).toBeNull();
});
