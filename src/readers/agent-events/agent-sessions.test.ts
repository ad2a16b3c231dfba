import type { Json, JsonObject } from '#core';
import { expect, test } from 'vitest';
import { capturedSpans } from '../formats/otlp/index.ts';
import { formatCalls, readContent, readLines } from '../fixtures/reader-case.ts';

function value(item: Json): JsonObject {
  if (typeof item === 'boolean') return { boolValue: item };
  return typeof item === 'number' ? { doubleValue: item } : { stringValue: item };
}

/** An export request with events, one second apart. */
function logs(service: string, ...events: readonly JsonObject[]): JsonObject {
  const logRecords = events.map(({ body, ...attributes }, index) => ({
    timeUnixNano: `${1_767_225_600 + index}000000000`,
    ...(body === undefined ? {} : { body: { stringValue: body } }),
    attributes: Object.entries(attributes).map(([key, item]) => ({ key, value: value(item) })),
  }));
  const resource = { attributes: [{ key: 'service.name', value: { stringValue: service } }] };
  return { resourceLogs: [{ resource, scopeLogs: [{ scope: { name: 'x' }, logRecords }] }] };
}

function claude(name: string, more: JsonObject): JsonObject {
  return { body: `claude_code.${name}`, 'event.name': name, 'session.id': 's1', ...more };
}

test('Claude Code: results are calls, refusals are calls, and its input needs a setting', async () => {
  const [run] = await readLines([
    logs(
      'claude-code',
      claude('user_prompt', { prompt_length: 4, prompt: 'Look' }),
      claude('api_request', {
        model: 'claude-sonnet-5',
        input_tokens: '10',
        output_tokens: '2',
        cache_read_tokens: 100,
        cache_creation_tokens: 5,
        cost_usd: '0.5',
      }),
      claude('tool_decision', { tool_name: 'Read', decision: 'accept', source: 'config' }),
      claude('tool_result', {
        tool_name: 'Read',
        success: 'true',
        duration_ms: '7',
        tool_input: '{"file_path":"a"}',
      }),
      claude('tool_result', {
        tool_name: 'mcp_tool',
        success: 'false',
        tool_parameters: '{"mcp_server_name":"demo","mcp_tool_name":"echo"}',
      }),
      claude('tool_decision', { tool_name: 'Bash', decision: 'reject', source: 'user_reject' }),
    ),
  ]);
  expect(run).toMatchObject({
    id: 's1',
    input: 'Look',
    error: null,
    model: 'claude-sonnet-5',
    usage: { inputTokens: 115, outputTokens: 2, cost: 0.5 },
  });
  expect(run === undefined ? [] : formatCalls(run)).toEqual([
    'Read ok',
    'demo.echo error',
    'Bash denied',
  ]);
  expect(run?.calls.map(({ arguments: passed }) => passed.state)).toEqual([
    'parsed',
    'absent',
    'absent',
  ]);
});

test('Claude Code without details of tools does not say which tool of a server was called', async () => {
  const [run] = await readLines([
    logs(
      'claude-code',
      claude('api_request', {}),
      claude('tool_result', { tool_name: 'mcp_tool', success: 'true' }),
    ),
  ]);
  expect(run?.fault?.code).toBe('READ_CALL_UNREADABLE');
});

function codex(name: string, more: JsonObject): JsonObject {
  return { 'event.name': `codex.${name}`, 'conversation.id': 't1', ...more };
}

const COMPLETED = codex('sse_event', {
  'event.kind': 'response.completed',
  input_token_count: '100',
  output_token_count: '10',
  model: 'gpt-5.1-codex',
});

test('Codex: a decision and a result are one call, and a response has its tokens once', async () => {
  const [run] = await readLines([
    logs(
      'codex_exec',
      codex('user_prompt', { prompt: '[REDACTED]' }),
      codex('sse_event', { 'event.kind': 'response.completed' }),
      COMPLETED,
      codex('tool_decision', {
        tool_name: 'exec_command',
        tool_namespace: 'functions',
        call_id: 'c1',
        decision: 'approved',
      }),
      codex('tool_result', {
        tool_name: 'exec_command',
        tool_namespace: 'functions',
        call_id: 'c1',
        success: 'true',
        arguments: '{"cmd":"ls"}',
        mcp_server: '',
        duration_ms: '7',
      }),
      codex('tool_result', {
        tool_name: 'echo',
        tool_namespace: 'mcp__demo',
        call_id: 'c2',
        success: 'false',
        arguments: '{}',
        mcp_server: 'demo',
      }),
      codex('tool_decision', { tool_name: 'apply_patch', call_id: 'c3', decision: 'denied' }),
      codex('tool_decision', { tool_name: 'view_image', call_id: 'c4', decision: 'approved' }),
      COMPLETED,
    ),
  ]);
  expect(run).toMatchObject({
    id: 't1',
    input: null,
    usage: { inputTokens: 200, outputTokens: 20 },
  });
  expect(run === undefined ? [] : formatCalls(run)).toEqual([
    'exec_command ok',
    'demo.echo error',
    'apply_patch denied',
    'view_image missing',
  ]);
});

function gemini(name: string, more: JsonObject): JsonObject {
  return { 'event.name': `gemini_cli.${name}`, 'session.id': 'g1', ...more };
}

const CALLED = gemini('tool_call', {
  function_name: 'mcp_demo_echo',
  function_args: '{"text":"x"}',
  success: true,
  decision: 'accept',
  mcp_server_name: 'demo',
});

test('Gemini CLI: servers are separate, refusals are refusals, and spans of the same program repeat it', async () => {
  const spans = {
    resourceSpans: [
      {
        resource: { attributes: [{ key: 'service.name', value: { stringValue: 'gemini-cli' } }] },
        scopeSpans: [
          {
            spans: [
              {
                traceId: 'a'.repeat(32),
                spanId: 'b'.repeat(16),
                name: 'tool_call',
                endTimeUnixNano: '1',
                attributes: [
                  { key: 'gen_ai.tool.name', value: { stringValue: 'mcp_demo_echo' } },
                  { key: 'gen_ai.operation.name', value: { stringValue: 'execute_tool' } },
                ],
              },
            ],
          },
        ],
      },
    ],
  };
  const runs = await readLines([
    spans,
    logs(
      'gemini-cli',
      gemini('config', {}),
      gemini('api_response', {
        model: 'gemini-3-pro',
        role: 'utility_router',
        input_token_count: 5,
        output_token_count: 5,
      }),
      gemini('api_response', {
        model: 'gemini-3-pro',
        role: 'main',
        input_token_count: 100,
        output_token_count: 10,
        thoughts_token_count: 1,
      }),
      CALLED,
      gemini('tool_call', { function_name: 'write_file', success: false, decision: 'reject' }),
    ),
  ]);
  expect(runs.map(formatCalls)).toEqual([['demo.echo ok', 'write_file denied']]);
  expect(runs[0]).toMatchObject({ id: 'g1', usage: { inputTokens: 100, outputTokens: 11 } });
});

test('each session is a run, unless all that a program exports is one', async () => {
  const request = logs('gemini-cli', CALLED, { ...CALLED, 'session.id': 'g2' });
  expect((await readLines([request])).map(({ id }) => id)).toEqual(['g1', 'g2']);
  const [captured, ...others] = await readContent(
    'x.jsonl',
    JSON.stringify(request),
    capturedSpans,
  );
  expect(captured?.kind === 'trace' ? formatCalls(captured.trace) : []).toEqual([
    'demo.echo ok',
    'demo.echo ok',
  ]);
  expect(others).toEqual([]);
});

test('an event about tools that is not known makes its run one that is not measured', async () => {
  const [run] = await readLines([logs('codex_exec', COMPLETED, codex('tool_mystery', {}))]);
  expect(run?.fault).toMatchObject({ code: 'READ_UNKNOWN_TYPE', types: ['codex.tool_mystery'] });
});

test('an outcome that cannot be read is not a success, and a failed request is an error', async () => {
  const [odd] = await readLines([
    logs(
      'codex_exec',
      COMPLETED,
      codex('tool_result', { tool_name: 'x', call_id: 'c', success: 'perhaps' }),
    ),
  ]);
  expect(odd?.calls.map(({ status }) => status)).toEqual([null]);
  const [failed] = await readLines([
    logs('claude-code', claude('user_prompt', {}), claude('api_error', { error: 'quota' })),
  ]);
  expect(failed?.error).toBe('quota');
});

test('events of a start alone are not a run', async () => {
  const records = await readContent(
    'x.jsonl',
    JSON.stringify(logs('gemini-cli', gemini('config', {}))),
    null,
  );
  expect(
    records.map((record) => (record.kind === 'warning' ? record.issue.code : record.kind)),
  ).toEqual(['READ_RUN_SKIPPED']);
});
