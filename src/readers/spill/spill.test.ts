import * as fc from 'fast-check';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { UserError } from '#core';
import { loadReaderCases } from '../fixtures/load-reader-cases.ts';
import { type ReaderCase, readContents, type SampleRun } from '../fixtures/reader-case.ts';
import type { TraceRecord } from '../reader.ts';

const cases = (await loadReaderCases()).filter(({ format }) => format.partition !== undefined);

interface File {
  readonly file: string;
  readonly content: string | Uint8Array;
}

/** Lines that damage an input, or that no run has. */
const DAMAGE = ['{"torn', '[1]', '42', '{}', '{"resourceSpans":[3]}', '{"data":[7],"meta":{}}'];

function runsOf(count: number): SampleRun[] {
  return Array.from({ length: count }, (_, run) => ({
    id: `00000000-0000-4000-8000-${String(run).padStart(12, '0')}`,
    input: `question ${run}`,
    calls: Array.from({ length: run % 3 }, (__, call) => ({
      id: `call_${run}_${call}`,
      name: ['search', 'fetch'][call]!,
      arguments: { days: call, deep: [[{ unit: 'C' }]] },
    })),
    output: `answer ${run}`,
  }));
}

/** Written runs with their lines in another order, over several files, with damage between them. */
function scatter({ write }: ReaderCase, { count, picks, damage, files }: Scatter): readonly File[] {
  const lines = write(runsOf(count)).flatMap(({ content }) => linesOf(String(content)));
  const shuffled: string[] = [];
  for (let at = 0; lines.length > 0; at++)
    shuffled.push(...lines.splice((picks[at % picks.length] ?? 0) % lines.length, 1));
  for (const { kind, at } of damage)
    shuffled.splice(at % (shuffled.length + 1), 0, DAMAGE[kind % DAMAGE.length]!);
  const size = Math.ceil(shuffled.length / files);
  return Array.from({ length: files }, (_, i) => ({
    file: `${i}.jsonl`,
    content: shuffled
      .slice(i * size, (i + 1) * size)
      .map((line) => `${line}\n`)
      .join(''),
  }));
}

interface Scatter {
  readonly count: number;
  readonly picks: readonly number[];
  readonly damage: readonly { readonly kind: number; readonly at: number }[];
  readonly files: number;
}

function linesOf(content: string): string[] {
  try {
    const value: unknown = JSON.parse(content);
    return (Array.isArray(value) ? value : [value]).map((item) => JSON.stringify(item));
  } catch {
    return content.split('\n').filter((line) => line !== '');
  }
}

async function outcomeOf(read: Promise<readonly TraceRecord[]>): Promise<unknown> {
  return await read.catch((error: Error) => error.message);
}

const limits = fc.record({
  memoryBytes: fc.constantFrom(-1, 0, 500, 4000),
  partBytes: fc.constantFrom(50, 1000, 20_000),
  parts: fc.integer({ min: 1, max: 5 }),
});

describe.each(cases.map((readerCase) => [readerCase.format.id, readerCase] as const))(
  'runs of %s that wait in temporary files',
  (_id, readerCase) => {
    const { format, fixtures } = readerCase;

    it('come out as they do from memory, whatever the order and the damage', async () => {
      await fc.assert(
        fc.asyncProperty(
          fc.record({
            count: fc.integer({ min: 1, max: 6 }),
            picks: fc.array(fc.nat(1000), { minLength: 1, maxLength: 40 }),
            damage: fc.array(fc.record({ kind: fc.nat(20), at: fc.nat(60) }), { maxLength: 2 }),
            files: fc.integer({ min: 1, max: 3 }),
          }),
          limits,
          async (how, spill) => {
            const files = scatter(readerCase, how);
            const expected = await outcomeOf(readContents(files, format));
            expect(await outcomeOf(readContents(files, format, spill))).toEqual(expected);
          },
        ),
        { numRuns: 25 },
      );
    });

    it('come out as they do from memory, from all fixtures together', async () => {
      await fc.assert(
        fc.asyncProperty(
          fc.shuffledSubarray([...fixtures], { minLength: 1 }),
          limits,
          async (chosen, spill) => {
            const files = chosen.map(({ file, content }, i) => ({ file: `${i}-${file}`, content }));
            const expected = await outcomeOf(readContents(files, format));
            expect(await outcomeOf(readContents(files, format, spill))).toEqual(expected);
          },
        ),
        { numRuns: 25 },
      );
    });
  },
);

it('spills the formats that spans, rows and runs lie scattered in', () => {
  expect(cases.map(({ format }) => format.id)).toEqual([
    'langfuse',
    'langsmith',
    'mastra',
    'openai-agents',
    'openinference',
    'otlp',
  ]);
});

const SPILL = { memoryBytes: -1, partBytes: 100, parts: 3 };

/** An event of a coding agent, and a span of a program. */
const EVENT = (service: string): string =>
  JSON.stringify({
    resourceLogs: [
      {
        resource: { attributes: [{ key: 'service.name', value: { stringValue: service } }] },
        scopeLogs: [
          {
            logRecords: [
              {
                timeUnixNano: '1767225600000000000',
                body: { stringValue: 'claude_code.tool_result' },
                attributes: [
                  { key: 'event.name', value: { stringValue: 'tool_result' } },
                  { key: 'session.id', value: { stringValue: `of ${service}` } },
                  { key: 'tool_name', value: { stringValue: 'Read' } },
                  { key: 'success', value: { stringValue: 'true' } },
                ],
              },
            ],
          },
        ],
      },
    ],
  });
const SPAN = (service: string, traceId: string): string =>
  JSON.stringify({
    resourceSpans: [
      {
        resource: { attributes: [{ key: 'service.name', value: { stringValue: service } }] },
        scopeSpans: [
          {
            spans: [
              {
                traceId,
                spanId: traceId,
                name: 'execute_tool get',
                attributes: [
                  { key: 'gen_ai.operation.name', value: { stringValue: 'execute_tool' } },
                  { key: 'gen_ai.tool.name', value: { stringValue: 'get' } },
                ],
              },
            ],
          },
        ],
      },
    ],
  });

it('leaves spans aside that repeat the events of an agent, in whatever part they are', async () => {
  const lines = [SPAN('a', 'a1'), SPAN('b', 'b1'), EVENT('a'), SPAN('a', 'a2'), SPAN('b', 'b2')];
  const files = [{ file: 'x.jsonl', content: lines.map((line) => `${line}\n`).join('') }];
  const expected = await readContents(files, null);
  const ids = expected.map((record) => (record.kind === 'trace' ? record.trace.id : record.kind));
  expect(ids).toEqual(['of a', 'b1', 'b2']);
  expect(await readContents(files, null, SPILL)).toEqual(expected);
});

describe('a temporary folder that cannot be used', () => {
  afterEach(() => void vi.unstubAllEnvs());

  it('is an error, and no run comes out', async () => {
    const files = [{ file: 'x.jsonl', content: `${SPAN('b', 'b1')}\n` }];
    const read = readContents(files, null, SPILL, () => vi.stubEnv('TMPDIR', '/nowhere/at/all'));
    const error = await read.catch((reason: UserError) => reason.issues);
    expect(error).toMatchObject([{ code: 'TEMPORARY_UNWRITABLE', severity: 'error' }]);
  });
});
