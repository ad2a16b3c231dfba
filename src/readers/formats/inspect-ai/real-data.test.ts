import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { toNativeTrace } from '#core';
import { describe, expect, test } from 'vitest';
import { readTraces } from '../../read-traces.ts';
import type { TraceRecord } from '../../reader.ts';

const DATA = new URL('../../../../../shared/data/inspect/', import.meta.url);

async function read(name: string): Promise<TraceRecord[]> {
  const records: TraceRecord[] = [];
  const path = fileURLToPath(new URL(name, DATA));
  for await (const batch of readTraces([{ path, displayName: name }])) records.push(...batch);
  return records;
}

describe.skipIf(!existsSync(DATA))('real Inspect logs', () => {
  test('five calls in a log whose events repeat them in spans, states and a pool are five', async () => {
    const [record, ...rest] = await read('log_message_deduplication.eval');
    expect(rest).toEqual([]);
    if (record?.kind !== 'trace') throw new Error('no trace');
    expect(record.where.file).toBe('log_message_deduplication.eval!samples/0_epoch_1.json');
    const { tool_calls, tools, said, ...run } = toNativeTrace(record.trace);
    expect(said?.filter(({ role }) => role === 'tool')).toHaveLength(5);
    expect(run).toEqual({
      id: '5XJAqKPKGtzrXUZ3UhthJM',
      case: '0',
      run: 1,
      input: 'Guess the number',
      output: 'done',
      started_at: '2025-10-06T10:15:43.621Z',
      duration_ms: 457,
      model: 'hardcoded',
      metadata: { model: 'hardcoded/hardcoded', task: 'inspect_test_utils/guess_number' },
    });
    expect(
      tool_calls.map(({ id, name, arguments: passed, status, turn }) => [
        id,
        name,
        passed,
        status,
        turn,
      ]),
    ).toEqual(
      [0, 1, 2, 3, 4].map((index) => [
        `hardcoded_${index}`,
        'bash',
        { cmd: 'ls' },
        'ok',
        index + 1,
      ]),
    );
    expect(tools?.map(({ name, description }) => [name, description?.slice(0, 31)])).toEqual([
      ['bash', 'Use this function to execute ba'],
      ['python', 'Use the python function to exec'],
    ]);
    expect(record.trace.issues).toEqual([]);
  });

  test('a run without tools is a run without calls', async () => {
    expect(await read('log_read_sample.eval')).toMatchObject([
      {
        kind: 'trace',
        trace: {
          case: '1',
          run: 1,
          calls: [],
          usage: { inputTokens: 66, outputTokens: 3 },
          error: null,
        },
      },
    ]);
  });

  test('graders of a score are not a part of the run', async () => {
    const records = await read('2025-05-12T20-28-26-04-00_security-guide.json');
    expect(records).toMatchObject(
      ['1', '2', '3'].map((id) => ({
        kind: 'trace',
        trace: { case: id, run: 1, calls: [], offered: [], error: null },
      })),
    );
  });

  test('the text of a picture question is its input', async () => {
    expect(await read('log_images_tc.json')).toMatchObject([
      { kind: 'trace', trace: { input: 'What is this a picture of?', calls: [] } },
    ]);
  });

  test('eleven results without their calls are not a run without calls', async () => {
    const [record] = await read('log_tool_call_error.json');
    expect(record).toMatchObject({
      kind: 'trace',
      trace: {
        case: '1',
        run: 4,
        calls: [],
        fault: { code: 'READ_RESULT_WITHOUT_CALL' },
      },
    });
    const codes = record?.kind === 'trace' ? record.trace.issues.map(({ code }) => code) : [];
    expect(codes).toEqual(Array.from({ length: 11 }, () => 'READ_RESULT_WITHOUT_CALL'));
  });
});
