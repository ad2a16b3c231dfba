import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { readRecordedMocks } from './recorded-mocks.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'whichtool-mocks-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const cassette = (...exchanges: readonly object[]): string =>
  JSON.stringify({ tool_calls: [], cassette: { version: 1, exchanges } });

describe('tool results of cassettes', () => {
  it('answer the same calls, file by file', async () => {
    mkdirSync(join(folder, 'b'));
    writeFileSync(
      join(folder, 'b', 'run-1.json'),
      cassette({ tool: 's.x', arguments: { a: 1 }, status: 'error', result: 'no' }),
    );
    writeFileSync(
      join(folder, 'a.json'),
      cassette(
        { request: {}, response: {} },
        { tool: 's.x', arguments: {}, status: 'ok', result: { content: [] }, told: 'yes' },
      ),
    );
    expect(await readRecordedMocks(folder)).toEqual([
      ['s.x', { args: {}, result: 'yes', isError: false }],
      ['s.x', { args: { a: 1 }, result: 'no', isError: true }],
    ]);
  });

  it('are none in files that are no cassettes, and in a folder that is not there', async () => {
    writeFileSync(join(folder, 'torn.json'), '{"cassette":');
    writeFileSync(join(folder, 'other.json'), '[]');
    writeFileSync(join(folder, 'odd.json'), cassette({ tool: 'x', arguments: 'text', result: 1 }));
    expect(await readRecordedMocks(folder)).toEqual([]);
    expect(await readRecordedMocks(join(folder, 'missing'))).toEqual([]);
  });
});
