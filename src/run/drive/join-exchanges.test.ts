import { describe, expect, it, onTestFinished } from 'vitest';
import type { Issue, Trace } from '#core';
import { openCapture } from '#drivers';
import { type AgentAsk, startAgentModel } from '../../../test/loopback-model/agent-model.mjs';
import { joinExchanges } from './join-exchanges.ts';

type Body = { readonly [key: string]: unknown };
type Decide = Parameters<typeof startAgentModel>[0]['decide'];

/** Looks twice, and then answers. */
const lookTwice: Decide = ({ calls }: AgentAsk) =>
  calls < 2
    ? { text: 'Looking.', calls: [{ name: 'look', arguments: { place: calls + 1 } }] }
    : { text: 'Both are empty.' };

interface Client {
  readonly variable: string;
  readonly path: string;
  /** The first request. */
  first(streams: boolean): Body;
  /** The request after an answer of calls. */
  next(request: Body, calls: number): Body;
}

const SCHEMA = { type: 'object', properties: { place: { type: 'integer' } } };
const looked = (place: number): { place: number } => ({ place });

const CLIENTS: Readonly<Record<string, Client>> = {
  'openai-chat': {
    variable: 'OPENAI_BASE_URL',
    path: '/chat/completions',
    first: (stream) => ({
      model: 'gpt-x',
      stream,
      messages: [{ role: 'user', content: 'Where?' }],
      tools: [{ type: 'function', function: { name: 'look', parameters: SCHEMA } }],
    }),
    next: (request, calls) => ({
      ...request,
      messages: [
        ...(request['messages'] as Body[]),
        {
          role: 'assistant',
          content: 'Looking.',
          tool_calls: [
            {
              id: `call_${calls}`,
              type: 'function',
              function: { name: 'look', arguments: JSON.stringify(looked(calls)) },
            },
          ],
        },
        { role: 'tool', tool_call_id: `call_${calls}`, content: 'empty' },
      ],
    }),
  },
  'openai-responses': {
    variable: 'OPENAI_BASE_URL',
    path: '/responses',
    first: (stream) => ({
      model: 'gpt-x',
      stream,
      input: [{ role: 'user', content: 'Where?' }],
      tools: [{ type: 'function', name: 'look', parameters: SCHEMA }],
    }),
    next: (request, calls) => ({
      ...request,
      input: [
        ...(request['input'] as Body[]),
        {
          type: 'function_call',
          call_id: `call_${calls}`,
          name: 'look',
          arguments: JSON.stringify(looked(calls)),
        },
        { type: 'function_call_output', call_id: `call_${calls}`, output: 'empty' },
      ],
    }),
  },
  anthropic: {
    variable: 'ANTHROPIC_BASE_URL',
    path: '/v1/messages',
    first: (stream) => ({
      model: 'claude-x',
      max_tokens: 9,
      stream,
      messages: [{ role: 'user', content: 'Where?' }],
      tools: [{ name: 'look', input_schema: SCHEMA }],
    }),
    next: (request, calls) => ({
      ...request,
      messages: [
        ...(request['messages'] as Body[]),
        {
          role: 'assistant',
          content: [
            { type: 'text', text: 'Looking.' },
            { type: 'tool_use', id: `call_${calls}`, name: 'look', input: looked(calls) },
          ],
        },
        {
          role: 'user',
          content: [{ type: 'tool_result', tool_use_id: `call_${calls}`, content: 'empty' }],
        },
      ],
    }),
  },
  gemini: {
    variable: 'GOOGLE_GEMINI_BASE_URL',
    path: '/v1beta/models/gemini-x:',
    first: () => ({
      contents: [{ role: 'user', parts: [{ text: 'Where?' }] }],
      tools: [{ functionDeclarations: [{ name: 'look', parametersJsonSchema: SCHEMA }] }],
    }),
    next: (request, calls) => ({
      ...request,
      contents: [
        ...(request['contents'] as Body[]),
        {
          role: 'model',
          parts: [
            { text: 'Looking.' },
            { functionCall: { id: `mine_${calls}`, name: 'look', args: looked(calls) } },
          ],
        },
        {
          role: 'user',
          parts: [
            {
              functionResponse: {
                id: `mine_${calls}`,
                name: 'look',
                response: { output: 'empty' },
              },
            },
          ],
        },
      ],
    }),
  },
};

interface Recorded {
  readonly trace: Trace | null;
  readonly issues: readonly Issue[];
  readonly kept: string;
}

/** Sends requests through a capture, and reads what it recorded. */
async function record(
  decide: Decide,
  send: (ask: (format: string, body: Body, streams?: boolean) => Promise<string>) => Promise<void>,
  cuts?: (count: number) => boolean,
): Promise<Recorded> {
  const model = await startAgentModel({ decide, ...(cuts === undefined ? {} : { cuts }) });
  onTestFinished(() => model.close());
  const capture = await openCapture({
    config: null,
    cwd: process.cwd(),
    sources: { otlp: false, models: true },
    environment: {
      OPENAI_BASE_URL: `${model.url}/v1`,
      ANTHROPIC_BASE_URL: model.url,
      GOOGLE_GEMINI_BASE_URL: model.url,
    },
  });
  onTestFinished(() => capture.close());
  await send(async (format, body, streams = true) => {
    const { variable, path } = CLIENTS[format]!;
    const method = streams ? 'streamGenerateContent?alt=sse&key=sk-in-url' : 'generateContent';
    const url = `${capture.modelEnv[variable]}${path}${format === 'gemini' ? method : ''}`;
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: 'Bearer sk-in-header' },
      body: JSON.stringify(body),
    });
    return response.text().catch(() => '');
  });
  const caught = await capture.take();
  expect(caught.failure).toBeNull();
  // The real address has the key.
  for (const { headers } of model.requests)
    expect(headers.authorization).toBe('Bearer sk-in-header');
  const issues: Issue[] = [];
  const trace = await joinExchanges(caught.models, issues);
  return { trace, issues, kept: JSON.stringify(caught) };
}

const callsOf = (trace: Trace | null): readonly unknown[] =>
  trace?.calls.map(({ name, arguments: passed, turn }) => [
    name,
    passed.state === 'parsed' ? passed.value : passed,
    turn,
  ]) ?? [];

describe.each(Object.keys(CLIENTS))('requests of %s through the proxy', (format) => {
  const client = CLIENTS[format]!;

  it.each([true, false])(
    'are one run in which each call counts once (streams: %s)',
    async (streams) => {
      const { trace, kept } = await record(lookTwice, async (ask) => {
        const first = client.first(streams);
        const second = client.next(first, 1);
        await ask(format, first, streams);
        await ask(format, second, streams);
        await ask(format, client.next(second, 2), streams);
      });
      expect(callsOf(trace)).toEqual([
        ['look', { place: 1 }, 1],
        ['look', { place: 2 }, 2],
      ]);
      expect(trace).toMatchObject({ input: 'Where?', output: 'Both are empty.', error: null });
      expect(trace?.partial).toBeUndefined();
      expect(trace?.offered?.map(({ name }) => name)).toEqual(['look']);
      expect(trace?.usage).toMatchObject({ inputTokens: 300, outputTokens: 60 });
      expect(kept).not.toMatch(/sk-in-(?:url|header)/);
    },
  );

  it('count only what a model answered, not the history that a program brings along', async () => {
    const { trace } = await record(
      () => ({ text: 'Nothing new.' }),
      async (ask) => void (await ask(format, client.next(client.first(true), 1))),
    );
    expect(callsOf(trace)).toEqual([]);
    expect(trace?.output).toBe('Nothing new.');
  });

  it('are a part of a run where an answer broke off', async () => {
    const { trace, issues } = await record(
      lookTwice,
      async (ask) => {
        await ask(format, client.first(true)).catch(() => '');
        await ask(format, client.first(true));
      },
      (count) => count === 1,
    );
    expect(callsOf(trace)).toEqual([['look', { place: 1 }, 1]]);
    expect(trace?.partial).toBe(true);
    expect(issues.map(({ code }) => code)).toContain('CAPTURE_UNANSWERED');
  });
});

it('joins conversations of several models in the order of their answers', async () => {
  const { trace } = await record(lookTwice, async (ask) => {
    const [chat, claude] = [CLIENTS['openai-chat']!, CLIENTS['anthropic']!];
    await ask('openai-chat', chat.first(true));
    await ask('anthropic', claude.first(true));
    await ask('openai-chat', chat.next(chat.first(true), 1));
  });
  expect(callsOf(trace)).toEqual([
    ['look', { place: 1 }, 1],
    ['look', { place: 1 }, 2],
    ['look', { place: 2 }, 3],
  ]);
});

it('is not a run without calls where no request was answered', async () => {
  await expect(
    record(
      lookTwice,
      async (ask) => void (await ask('anthropic', CLIENTS['anthropic']!.first(true))),
      () => true,
    ),
  ).rejects.toMatchObject({ issue: { code: 'CAPTURE_FAILED' } });
});
