import { describe, expect, it, test } from 'vitest';
import { toNativeTrace } from '#core';
import { loadReaderCases } from './fixtures/load-reader-cases.ts';
import { readContent } from './fixtures/reader-case.ts';
import type { TraceRecord } from './reader.ts';
import { readValue } from './read-value.ts';

const cases = await loadReaderCases();

/** Runs and issues of records, without the places, which differ between a file and a value. */
function contentOf(records: readonly TraceRecord[]): unknown {
  return records.map((record) =>
    record.kind === 'trace'
      ? [toNativeTrace(record.trace), record.trace.issues.map(({ code }) => code), record.format]
      : [record.kind, record.issue.code],
  );
}

/** The value of a file: a document, or its lines as a list. Undefined where the file is not plain JSON. */
function valueOf(file: string, content: string | Uint8Array): unknown {
  if (typeof content !== 'string' || !/\.(?:json|jsonl)$/.test(file)) return undefined;
  try {
    if (file.endsWith('.json')) return JSON.parse(content) as unknown;
    return content
      .split('\n')
      .filter((line) => line.trim() !== '')
      .map((line) => JSON.parse(line) as unknown);
  } catch {
    return undefined;
  }
}

describe.each(cases)('a value in $format.id', ({ format, fixtures }) => {
  const readable = fixtures.filter(({ file, content }) => valueOf(file, content) !== undefined);

  test('is read as its file is', async () => {
    for (const { file, content } of readable) {
      const expected = contentOf(await readContent(file, content, null));
      expect(contentOf(readValue(valueOf(file, content)))).toEqual(expected);
      const chosen = contentOf(await readContent(file, content, format));
      expect(contentOf(readValue(valueOf(file, content), { format: format.id }))).toEqual(chosen);
    }
  });
});

it('compares most formats', () => {
  const compared = cases.filter(({ fixtures }) =>
    fixtures.some(({ file, content }) => valueOf(file, content) !== undefined),
  );
  expect(compared.length).toBeGreaterThan(cases.length / 2);
});

it.each<[string, unknown, string]>([
  ['undefined', undefined, 'value is not a trace: it is undefined'],
  ['a function', () => 1, 'value is not a trace: it is function'],
  ['a number without end', 10n, 'value cannot be written as JSON'],
  ['two kinds of documents', { traces: [], tool_calls: [] }, 'either traces or tool_calls'],
])('throws on %s', (_, value, message) => {
  expect(() => readValue(value)).toThrow(message);
});

it('throws on a format that does not exist, and on a circle', () => {
  expect(() => readValue({}, { format: 'nonsense' })).toThrow('there is no format "nonsense"');
  const circle: Record<string, unknown> = {};
  circle.self = circle;
  expect(() => readValue(circle)).toThrow('cannot be written as JSON');
});

it('is never a run where there is no record', () => {
  for (const empty of [[], { traces: [] }, 'text', 7, {}]) {
    const records = readValue(empty);
    expect(records.length).toBeGreaterThan(0);
    expect(records.every(({ kind }) => kind === 'error')).toBe(true);
  }
});

test('a result of the OpenAI Agents SDK is read by its history, which is a getter', () => {
  class RunResult {
    readonly state = {};
    get history(): readonly object[] {
      return [
        { type: 'message', role: 'user', content: 'Go' },
        { type: 'function_call', callId: 'c1', name: 'look', arguments: '{}' },
        { type: 'function_call_result', callId: 'c1', name: 'look', output: 'empty' },
      ];
    }
    get newItems(): readonly object[] {
      return this.history.slice(1);
    }
  }
  const [record] = readValue(new RunResult());
  const calls = record?.kind === 'trace' ? record.trace.calls : [];
  expect(calls.map(({ name }) => name)).toEqual(['look']);
});
