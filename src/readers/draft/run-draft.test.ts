import { toNativeTrace } from '#core';
import { describe, expect, it } from 'vitest';
import { RunDraft } from './run-draft.ts';

function draft(): RunDraft {
  return new RunDraft({ file: 'x.jsonl', line: 1 });
}

describe('a decision', () => {
  it('that shows up as output, tool span and MCP span is one call, with the best that each records', () => {
    const run = draft();
    run.addCall({ id: 'c1', name: 'mcp__web__get', arguments: '{"u":1}', turn: 1 });
    run.addCall({ id: 'c1', name: 'mcp__web__get', status: 'error', durationMs: 30 });
    run.addCall({ id: 'c1', name: 'get', server: 'the web', status: 'error' });
    expect(toNativeTrace(run.finish()).tool_calls).toEqual([
      {
        name: 'get',
        server: 'the web',
        raw_name: 'mcp__web__get',
        arguments: { u: 1 },
        id: 'c1',
        status: 'error',
        turn: 1,
        duration_ms: 30,
      },
    ]);
  });

  it('of another tool under the same id is another one, and said', () => {
    const run = draft();
    run.addCall({ id: 'c1', name: 'a' });
    run.addCall({ id: 'c1', name: 'b' });
    const { calls, issues } = run.finish();
    expect(calls.map(({ name }) => name)).toEqual(['a', 'b']);
    expect(issues.map(({ code }) => code)).toEqual(['READ_DUPLICATE_ID']);
  });

  it('that a later message asks for under an id that was used is another one, and said', () => {
    const run = draft();
    const ask = (passed: string): void =>
      run.addMessage({
        role: 'assistant',
        text: '',
        calls: [{ id: 'c1', name: 'a', server: null, arguments: passed }],
        results: [],
      });
    ask('{"n":1}');
    ask('{"n":1}');
    ask('{"n":2}');
    run.addResult({ id: 'c1', name: null, status: null });
    run.addResult({ id: 'c1', name: null, status: null });
    ask('{"n":2}');
    run.addResult({ id: 'c1', name: null, status: 'error' });
    const { calls, issues } = run.finish();
    expect(calls.map(({ arguments: passed, status }) => [passed, status])).toEqual([
      [{ state: 'parsed', value: { n: 1 } }, null],
      [{ state: 'parsed', value: { n: 2 } }, null],
      [{ state: 'parsed', value: { n: 2 } }, 'error'],
    ]);
    expect(issues.map(({ code }) => code)).toEqual(['READ_DUPLICATE_ID', 'READ_DUPLICATE_ID']);
  });

  it('is found in time that does not grow with the run, whatever the ids are', () => {
    const run = draft();
    for (let i = 0; i < 20_000; i++) {
      run.addCall({ id: 'same', name: `tool ${i}` });
      run.addCall({ id: null, name: 'a' });
      run.addResult({ id: null, name: 'a', status: 'ok' });
      run.addResult({ id: 'same', name: null, status: 'ok' });
    }
    expect(run.finish().calls.every(({ status }) => status === 'ok')).toBe(true);
  });

  it('without an id is one each time it is recorded', () => {
    const run = draft();
    run.addCall({ id: null, name: 'a' });
    run.addCall({ id: '', name: 'a' });
    expect(run.finish().calls).toHaveLength(2);
  });
});

describe('a result', () => {
  it('goes to the call with its id, otherwise to the first open one of its name', () => {
    const run = draft();
    run.addCall({ id: 'c1', name: 'a' });
    run.addCall({ id: null, name: 'b' });
    run.addCall({ id: null, name: 'b' });
    run.addResult({ id: null, name: 'b', status: 'error' });
    run.addResult({ id: 'c1', name: null, status: 'ok' });
    const { calls, issues } = run.finish();
    expect(calls.map(({ status }) => status)).toEqual(['ok', 'error', 'missing']);
    expect(issues.map(({ code }) => code)).toEqual(['READ_CALL_WITHOUT_RESULT']);
  });

  it('that belongs to no call is said, and no call is invented', () => {
    const run = draft();
    run.addResult({ id: 'c9', name: 'a', status: 'ok' });
    const { calls, issues } = run.finish();
    expect(calls).toEqual([]);
    expect(issues).toEqual([
      {
        code: 'READ_RESULT_WITHOUT_CALL',
        severity: 'warning',
        message: 'a result for "a" belongs to no call',
        where: { file: 'x.jsonl', line: 1 },
      },
    ]);
  });

  it('does not undo a refusal, and no results at all leave the status open', () => {
    const run = draft();
    run.addCall({ id: 'c1', name: 'a' });
    run.deny('c1');
    run.addResult({ id: 'c1', name: null, status: 'error' });
    expect(run.finish().calls[0]!.status).toBe('denied');
    const open = draft();
    open.addCall({ id: 'c1', name: 'a' });
    expect(open.finish().calls[0]!.status).toBeNull();
  });
});

describe('a name that is none', () => {
  it.each([
    ['', null],
    ['x'.repeat(1025), null],
    ['\ud800', null],
    ['a', 'x'.repeat(1025)],
  ])('makes the run errored, as its choice is not known (%#)', (name, server) => {
    const run = draft();
    run.addCall({ id: null, name, server });
    expect(run.finish()).toMatchObject({ calls: [], error: expect.stringContaining('tool call') });
  });
});

describe('a run', () => {
  it('takes its input from the first user, its output from the last answer, and counts turns by answers', () => {
    const run = draft();
    const message = { text: '', calls: [], results: [] };
    run.addMessage({ ...message, role: 'user', text: 'q' });
    run.addMessage({
      ...message,
      role: 'assistant',
      calls: [{ id: 'c1', name: 'a', server: null, arguments: undefined }],
    });
    run.addMessage({ ...message, role: 'tool', results: [{ id: 'c1', name: null, status: null }] });
    run.addMessage({ ...message, role: 'assistant', text: 'done' });
    run.addMessage({ ...message, role: 'user', text: 'more' });
    const native = toNativeTrace(run.finish());
    expect(native).toEqual({
      input: 'q',
      output: 'done',
      tool_calls: [{ name: 'a', id: 'c1', turn: 1 }],
    });
  });

  it('adds tokens that are recorded, and leaves unknown what is not', () => {
    const run = draft();
    run.addUsage({});
    expect(run.finish().usage).toBeNull();
    run.addUsage({ inputTokens: 2 });
    run.addUsage({ inputTokens: 3, cost: 0.5 });
    expect(run.finish().usage).toEqual({ inputTokens: 5, outputTokens: null, cost: 0.5 });
  });

  it('adds prices as the decimals that they are', () => {
    const run = new RunDraft({ file: 'x' });
    run.addUsage({ cost: 0.1 });
    run.addUsage({ cost: 0.2 });
    expect(run.finish().usage?.cost).toBe(0.3);
  });

  it('lists a tool once, and keeps the schema that was recorded', () => {
    const run = draft();
    const tool = { server: null, name: 'a', description: null, cost: null };
    run.offer([{ ...tool, inputSchema: null }]);
    run.offer([{ ...tool, inputSchema: { type: 'object' } }]);
    run.offer([{ ...tool, inputSchema: null }]);
    expect(run.finish().offered).toEqual([{ ...tool, inputSchema: { type: 'object' } }]);
    expect(draft().finish().offered).toBeNull();
  });

  it('lists the first remarks and counts the rest', () => {
    const run = draft();
    for (let i = 0; i < 25; i++) run.addResult({ id: String(i), name: null, status: null });
    const { issues } = run.finish();
    expect(issues).toHaveLength(21);
    expect(issues.at(-1)!.message).toBe('5 more problems are not listed');
  });
});
