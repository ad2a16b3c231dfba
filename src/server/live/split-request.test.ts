import type { JsonObject } from '#core';
import { expect, test } from 'vitest';
import { assembleTrace } from './assemble-trace.ts';
import { splitRequest } from './split-request.ts';

const SESSION = '66ce66dc-80a0-46af-9560-e53befad9ad2';

function event(name: string, more: JsonObject = {}, session = SESSION): JsonObject {
  const attributes: JsonObject = { 'event.name': name, 'session.id': session, ...more };
  return {
    timeUnixNano: '1767225600000000000',
    attributes: Object.entries(attributes).map(([key, value]) => ({
      key,
      value: { stringValue: value },
    })),
  };
}

function logs(...logRecords: readonly JsonObject[]): JsonObject {
  return { resourceLogs: [{ scopeLogs: [{ logRecords }] }] };
}

test('events of a coding agent belong to their session, whatever trace they name', () => {
  const call = { function_name: 'glob', function_args: '{}', success: 'true' };
  const { parts, rejected } = splitRequest(
    logs(
      event('gemini_cli.api_response', { role: 'main' }),
      { ...event('gemini_cli.tool_call', call), traceId: 'a'.repeat(32) },
      event('gemini_cli.tool_call', call, 'not a UUID'),
      { attributes: [] },
    ),
  );
  expect(rejected).toBe(2);
  expect(parts.map(({ trace, records }) => [trace, records])).toEqual([
    [SESSION.replaceAll('-', ''), 2],
  ]);
  const assembled = assembleTrace(parts.map(({ request }) => JSON.stringify(request)));
  expect(assembled).toMatchObject({
    kind: 'run',
    trace: { id: SESSION, calls: [{ name: 'glob', status: 'ok' }] },
  });
});
