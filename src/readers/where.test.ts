import { describe, expect, it } from 'vitest';
import type { Json, Trace } from '#core';
import { loadReaderCases } from './fixtures/load-reader-cases.ts';
import { readContents, type SampleRun } from './fixtures/reader-case.ts';
import type { TraceRecord } from './reader.ts';

const cases = await loadReaderCases();

const RUNS: readonly SampleRun[] = [1, 2, 3].map((n) => ({
  id: `00000000-0000-4000-8000-00000000000${n}`,
  input: `question number ${n}`,
  calls: [{ id: `c${n}`, name: 'get', arguments: { marked: `mark-${n}` } }],
  output: `answer number ${n}`,
}));

type FoundRun = Extract<TraceRecord, { kind: 'trace' }>;

/** What the arguments of a run are marked with. */
function markOf({ calls }: Trace): Json | undefined {
  const given = calls[0]?.arguments;
  return given?.state === 'parsed' ? given.value.marked : undefined;
}

async function readRuns(
  files: readonly { readonly file: string; readonly content: string | Uint8Array }[],
): Promise<readonly FoundRun[]> {
  const records = await readContents(files, null);
  return records.filter((record) => record.kind === 'trace');
}

describe.each(cases.map((reader) => [reader.format.id, reader] as const))(
  'runs of %s',
  (id, { write, fixtures }) => {
    it('are found at their first line, each at a place of its own', async () => {
      const files = write(RUNS);
      const found = await readRuns(files);
      expect(found).toHaveLength(3);
      const places = found.map(({ where: { file, line, startLine, pointer } }) =>
        [file, line ?? startLine, pointer].join(' '),
      );
      expect(new Set(places).size).toBe(3);
      for (const { trace, where, format } of found) {
        expect(format).toBe(id === 'native' ? undefined : id);
        const content = files.find(({ file }) => file === where.file)?.content ?? '';
        const lines = new TextDecoder().decode(Buffer.from(content)).split('\n');
        const line = where.line ?? where.startLine ?? 0;
        const mark = markOf(trace) as string;
        const before = lines.slice(0, line - 1).join('\n');
        expect(before).not.toContain(mark);
        expect(lines.slice(line - 1).join('\n')).toContain(mark);
        // Earlier lines belong to other runs, and the line itself to this one.
        const first = lines.findIndex((text) => text.includes(mark)) + 1;
        expect(first - line).toBeLessThan(4);
      }
    });

    it('of every fixture have a line', async () => {
      for (const fixture of fixtures)
        for (const { where } of await readRuns([fixture]))
          expect(where.line ?? where.startLine).toBeGreaterThan(0);
    });
  },
);
