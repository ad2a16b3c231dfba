import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readTraces } from './read-traces.ts';
import type { TraceRecord } from './reader.ts';
import { nativeFormat } from './formats/native/index.ts';

let folder = '';
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'whichtool-traces-'));
});
afterAll(() => {
  rmSync(folder, { recursive: true });
});

async function read(name: string, content: string): Promise<TraceRecord[]> {
  const path = join(folder, name);
  writeFileSync(path, content);
  const records: TraceRecord[] = [];
  for await (const batch of readTraces([{ path, displayName: name }])) records.push(...batch);
  return records;
}

/** Each record as the tools it called, or as its code. */
async function summary(name: string, content: string): Promise<string[]> {
  const records = await read(name, content);
  return records.map((record) =>
    record.kind === 'trace'
      ? record.trace.calls.map((call) => call.name).join('+')
      : record.issue.code,
  );
}

const A = '{"tool_calls":[{"name":"a"}]}';
const B = '{"tool_calls":[{"name":"b"},{"name":"c"}]}';

describe('native traces', () => {
  it.each([
    ['lines.jsonl', `${A}\n${B}\n`],
    ['lines.ndjson', `${A}\r\n${B}`],
    ['lines.json', `${A}\n${B}\n`],
    ['list.json', `[${A},\n${B}]`],
    ['document.json', `{"version":1,"traces":[${A},${B}]}`],
    ['no-ending', `  [${A},${B}]`],
  ])('are read from %s', async (name, content) => {
    expect(await summary(name, content)).toEqual(['a', 'b+c']);
  });

  it('are read from a file with one of them', async () => {
    expect(await summary('one.json', A)).toEqual(['a']);
    const pretty = JSON.stringify(JSON.parse(B), null, 2);
    expect(await summary('pretty.json', pretty)).toEqual(['b+c']);
  });

  it('are reported with their place', async () => {
    expect(await read('places.jsonl', `\n${A}\n`)).toMatchObject([
      { kind: 'trace', where: { file: 'places.jsonl', line: 2, offset: 1 } },
    ]);
  });

  it('that are something else are errors with a pointer into the file, and one each', async () => {
    const records = await read('mixed.json', `[${A},{"tool_calls":[{}],"run":0},7]`);
    expect(records.slice(1)).toEqual([
      {
        kind: 'error',
        issue: {
          code: 'TRACE_SCHEMA',
          severity: 'error',
          message: 'name is missing; /run run must be a whole number from 1, not 0',
          where: { file: 'mixed.json', startLine: 1, offset: 31, pointer: '/1/tool_calls/0/name' },
        },
      },
      {
        kind: 'error',
        issue: {
          code: 'TRACE_SCHEMA',
          severity: 'error',
          message: 'a trace must be an object',
          where: { file: 'mixed.json', startLine: 1, offset: 59, pointer: '/2' },
          hint: 'a native trace is { "tool_calls": [ { "name": "…", "server": "…" } ] }',
        },
      },
    ]);
  });

  it('of no known format say so after what is wrong with them', async () => {
    const hints = await Promise.all(
      ['{"tool_calls":[{}]}', '{}'].map(async (text) => {
        const [record] = await read('unknown.json', text);
        return record?.kind === 'error' ? record.issue.hint : null;
      }),
    );
    const noOther = 'no other format was recognised either, --format names one';
    expect(hints).toEqual([
      noOther,
      `a native trace is { "tool_calls": [ { "name": "…", "server": "…" } ] }; ${noOther}`,
    ]);
  });

  it('carry their warnings with the place', async () => {
    const [record] = await read('warn.jsonl', '{"tool_calls":[{"name":"a","arguments":"x"}]}\n');
    expect(record?.kind === 'trace' ? record.trace.issues : null).toEqual([
      {
        code: 'READ_ARGS_UNPARSED',
        severity: 'warning',
        message:
          'arguments of call "a" are not a JSON object (unexpected "x" where a value should be); kept as text',
        where: { file: 'warn.jsonl', line: 1, offset: 0, pointer: '/tool_calls/0/arguments' },
      },
    ]);
  });

  it.each(['', '  \n\t\r\n', '\uFEFF', '[]', '{"traces":[]}'])(
    'are missing in a file that holds %j, which is unusable',
    async (content) => {
      expect(await read('empty.json', content)).toEqual([
        {
          kind: 'error',
          issue: {
            code: 'NO_RECORDS',
            severity: 'error',
            message: 'there is no record in this file',
            where: { file: 'empty.json' },
          },
        },
      ]);
    },
  );

  it('that are torn, glued, foreign or refused stand in the place of a run', async () => {
    const lines = [A, 'garbage', `${A}${B}`, '{"tool_calls":[],"tool_calls":[]}', '[1e999]', B];
    expect(await summary('bad.jsonl', `${lines.join('\n')}\n${A.slice(0, 20)}`)).toEqual([
      'a',
      'TRACE_BAD_LINE',
      'TRACE_BAD_LINE',
      'JSON_DUPLICATE_KEY',
      'NUMBER_RANGE',
      'b+c',
      'TRACE_TORN_TAIL',
    ]);
  });

  it('cannot come from a folder or from nowhere', async () => {
    const codes: unknown[] = [];
    for (const path of [folder, join(folder, 'absent.jsonl')]) {
      for await (const batch of readTraces([{ path, displayName: 'x' }])) codes.push(...batch);
    }
    expect(codes).toMatchObject([
      { kind: 'error', issue: { code: 'FILE_IS_DIRECTORY', where: { file: 'x' } } },
      { kind: 'error', issue: { code: 'FILE_NOT_FOUND', where: { file: 'x' } } },
    ]);
  });

  it('come in batches, not all at once', async () => {
    const path = join(folder, 'many.jsonl');
    writeFileSync(path, `${A}\n`.repeat(20_000));
    const sizes: number[] = [];
    for await (const batch of readTraces([{ path, displayName: 'many' }])) sizes.push(batch.length);
    expect(sizes.length).toBeGreaterThan(5);
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBe(20_000);
  });
});

describe('runs that lie scattered', () => {
  it('come in batches and in their order when all is read', async () => {
    const span = (run: number): object => ({
      traceId: String(run).padStart(32, 'a'),
      spanId: 'b'.repeat(16),
      name: 'execute_tool search',
      startTimeUnixNano: String(1_767_225_600_000_000_000n + BigInt(run) * 1_000_000n),
      attributes: [{ key: 'gen_ai.tool.name', value: { stringValue: 'search' } }],
    });
    const runs = Array.from({ length: 500 }, (_, run) => run);
    const lines = runs.toReversed().map((run) => ({
      resourceSpans: [{ scopeSpans: [{ spans: [span(run)] }] }],
    }));
    const path = join(folder, 'spans.jsonl');
    writeFileSync(path, lines.map((line) => `${JSON.stringify(line)}\n`).join(''));
    const formats: (string | null)[] = [];
    const sizes: number[] = [];
    for await (const batch of readTraces([{ path, displayName: 'spans' }])) {
      sizes.push(batch.length);
      for (const record of batch) formats.push(record.kind === 'trace' ? record.trace.id : null);
    }
    expect(formats).toEqual(runs.map((run) => String(run).padStart(32, 'a')));
    expect(Math.max(...sizes)).toBeLessThan(100);
  });
});

describe('runs beside a record that cannot be read', () => {
  const ask = '{"role":"user","content":"Go"}';
  const call =
    '{"role":"assistant","tool_calls":[{"id":"1","function":{"name":"a","arguments":"{}"}}]}';
  const history = (id: string): string =>
    JSON.stringify({
      messages: [
        { type: 'human', id, content: 'Go' },
        { type: 'ai', id: `${id}a`, content: 'Done.' },
      ],
    });
  const session = (id: string): string =>
    [
      { type: 'user', sessionId: id, uuid: `${id}1`, message: { role: 'user', content: 'Go' } },
      {
        type: 'assistant',
        sessionId: id,
        uuid: `${id}2`,
        parentUuid: `${id}1`,
        message: { role: 'assistant', content: [{ type: 'text', text: 'Done.' }] },
      },
    ]
      .map((line) => `${JSON.stringify(line)}\n`)
      .join('');
  const spans = (id: string): string =>
    `${JSON.stringify({
      resourceSpans: [
        {
          scopeSpans: [
            {
              spans: [
                {
                  traceId: id.repeat(32),
                  spanId: 'b'.repeat(16),
                  name: 'execute_tool search',
                  attributes: [{ key: 'gen_ai.tool.name', value: { stringValue: 'search' } }],
                },
              ],
            },
          ],
        },
      ],
    })}\n`;

  /** Whether each run of these files is partial. */
  async function partials(...contents: readonly string[]): Promise<boolean[]> {
    const inputs = contents.map((content, index) => {
      const displayName = `lost-${index}.jsonl`;
      writeFileSync(join(folder, displayName), content);
      return { path: join(folder, displayName), displayName };
    });
    const runs: boolean[] = [];
    for await (const batch of readTraces(inputs))
      for (const record of batch)
        if (record.kind === 'trace') runs.push(record.trace.partial === true);
    return runs;
  }

  it.each([
    ['a torn tail', `${ask}\n${call}\n{"role":"assis`],
    ['a bad line', `${ask}\n{"role":]\n${call}\n`],
    ['a bad first line', `{"role":]\n${ask}\n${call}\n`],
    ['a line that is not a message', `${ask}\n${call}\n7\n`],
  ])('are partial where messages make them: %s', async (_, content) => {
    expect(await partials(content)).toEqual([true]);
  });

  it('are whole in the next file, and where nothing is lost', async () => {
    const whole = `${ask}\n${call}\n`;
    expect(await partials(`${whole}{"ro`, whole)).toEqual([true, false]);
    expect(await partials(whole, '', whole)).toEqual([false, false]);
  });

  it('are whole where each is one record', async () => {
    expect(await partials(`${A}\n{"tool\n${B}\n{"tool`)).toEqual([false, false]);
    expect(await partials(`{"messages":[${ask},${call}]}\n{"mess`)).toEqual([false]);
  });

  it('are partial where they were open at the loss, or begin after it', async () => {
    const lines = [history('1'), history('2'), '{"mess', ...['3', '4', '5'].map(history)];
    expect(await partials(lines.join('\n'))).toEqual([
      false,
      true,
      true,
      false,
      true, // The last run is open until the end, where threads of any line are.
    ]);
  });

  it('are partial where a session has a line in the same file', async () => {
    const torn = `${session('s2')}{"type":"assis`;
    expect(await partials(session('s1'), torn, session('s3'))).toEqual([false, true, false]);
  });

  it('are partial in all files where spans of a run may be in any', async () => {
    expect(await partials(spans('1'), `${spans('2')}{"resou`)).toEqual([true, true]);
    expect(await partials(spans('1'), '{"resou')).toEqual([true]);
    expect(await partials(spans('1'), '')).toEqual([false]);
  });
});

describe('the native reader', () => {
  it('knows its own records', () => {
    expect(nativeFormat.id).toBe('native');
    expect(nativeFormat.sniff({ tool_calls: [] })).toBe('run');
    expect(nativeFormat.sniff({ messages: [] })).toBe('none');
    expect(nativeFormat.sniff([])).toBe('none');
  });
});
