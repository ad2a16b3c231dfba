import { afterAll, describe, expect, it, vi } from 'vitest';
import type { Issue } from '#core';
import { DriveError } from '#drivers';
import {
  call,
  host,
  hostile,
  NEVER,
  processesWith,
  requireNone,
  runs,
  session,
} from './servers/mcp.ts';

afterAll(() => requireNone('hostile-server.mjs'));

async function issueOf(promise: Promise<unknown>): Promise<Issue> {
  try {
    await promise;
  } catch (error) {
    if (error instanceof DriveError) return error.issue;
    throw error;
  }
  throw new Error('nothing was thrown');
}

describe('servers that start badly', () => {
  it.each([
    ['0', 'ended with code 0'],
    ['1', 'ended with code 1'],
    ['137', 'ended with code 137'],
    ['139', 'ended with code 139'],
  ])(
    'says with which code one ended (%s) and what it said last, without its key',
    async (code, words) => {
      const spec = { ...hostile('exit', code), env: { API_KEY: 'hunter2-hunter2' } };
      const { code: issueCode, message } = await issueOf(session({ bad: spec }));
      expect(issueCode).toBe('MCP_START');
      expect(message).toContain(`server "bad" ${words}`);
      expect(message).toContain('reason  of the end, key [redacted]');
    },
  );

  it('says by which signal one ended', async () => {
    const { message } = await issueOf(session({ bad: hostile('signal', 'SIGSEGV') }));
    expect(message).toContain('server "bad" ended with SIGSEGV');
  });

  it('says that one ended during the handshake', async () => {
    const { message } = await issueOf(session({ bad: hostile('exit-initialize', '3') }));
    expect(message).toContain('server "bad" ended with code 3');
  });

  it('says that there is no such program', async () => {
    const { code, message } = await issueOf(session({ bad: { ...hostile(), command: 'no-such' } }));
    expect(code).toBe('MCP_START');
    expect(message).toContain('ENOENT');
  });

  it('gives up on a handshake that hangs, and ends the server', async () => {
    const { code, message } = await issueOf(
      session({ bad: hostile('hang-initialize', 'a') }, { startTimeoutMs: 1000 }),
    );
    expect(code).toBe('MCP_START');
    expect(message).toContain('did not finish the handshake in 1000 ms');
    await requireNone('hang-initialize');
  });

  it.each([
    ['wrong-version', '1999-01-01'],
    ['broken-initialize', 'cannot be used'],
  ])('refuses a handshake that is wrong: %s', async (mode, words) => {
    const { code, message } = await issueOf(session({ bad: hostile(mode) }));
    expect(code).toBe('MCP_START');
    expect(message).toContain(words);
  });

  it.each(['end-on-question', 'silent-on-question'])(
    'talks in the old way to a server that does not bear a question of the new one: %s',
    async (mode) => {
      const opened = await session({ old: hostile(mode) }, { startTimeoutMs: 4000 });
      expect(opened.tools.map(({ spelled }) => spelled)).toEqual(['echo']);
    },
  );

  it('ends the others when one of several cannot be started', async () => {
    await issueOf(
      host({
        good: { ...hostile('deaf', 'good-one'), restart: 'per_run' },
        bad: hostile('exit', '1'),
      }).open('test', NEVER),
    );
    await requireNone('good-one');
  });
});

describe('servers that say too much', () => {
  it('skips lines that are no messages, counts them and shows the first five', async () => {
    const opened = await session({ loud: hostile('banner') });
    expect((await call(opened, 'echo')).status).toBe('ok');
    const [issue, ...others] = opened.takeIssues();
    expect(others).toEqual([]);
    expect(issue?.code).toBe('MCP_STDOUT_NOISE');
    expect(issue?.message).toContain('(6 times)');
    expect(issue?.message).toContain(
      '"Hostile server v1", "\\u001b[31mred\\u001b[0m", "{\\"not\\": \\"a message\\"}", "[1, 2]", "five"',
    );
    expect(issue?.message).not.toContain('six');
    expect(opened.takeIssues()).toEqual([]);
  });

  it.each([
    ['long-line', 'more than 16 MiB'],
    ['endless-line', 'more than 16 MiB'],
    ['flood', 'more than 100000 lines'],
  ])('gives up on a server with %s', async (mode, words) => {
    const { code, message } = await issueOf(session({ loud: hostile(mode) }));
    expect(code).toBe('MCP_START');
    expect(message).toContain(words);
    await requireNone(mode);
  });

  it.each([
    ['many', 'lists more than 100000 tools'],
    ['huge-schema', 'describes a tool in more than 10 MiB'],
    ['deep-schema', 'nested deeper than 100 levels'],
    ['circle', 'lists its tools in a circle'],
    ['endless-pages', 'lists more than 1000 pages'],
  ])('refuses a list of tools that is %s', async (mode, words) => {
    const { code, message } = await issueOf(session({ big: hostile(mode) }));
    expect(code).toBe('MCP_LIMIT');
    expect(message).toContain(words);
  });

  it('cuts a result that no model could read, and says so', async () => {
    const opened = await session({ big: hostile('long-result') });
    const { text } = await call(opened, 'echo');
    expect(text).toHaveLength(1_048_576 + '\n[951424 more characters were cut]'.length);
    expect(opened.takeIssues().map(({ code }) => code)).toEqual(['MCP_RESULT_CUT']);
  });

  it.each(['deep-result', 'abyss'])(
    'refuses a result that is nested too deep to be written down: %s',
    async (mode) => {
      const opened = await session({ deep: hostile(mode) }, { callTimeoutMs: 2000 });
      expect((await issueOf(call(opened, 'echo'))).code).toBe('MCP_LIMIT');
    },
  );
});

describe('lists of tools', () => {
  it('follows all pages', async () => {
    const { tools } = await session({ many: hostile('pages') });
    expect(tools.map(({ name }) => name)).toEqual(['t0', 't1', 't2', 't3', 't4']);
  });

  it('leaves out names that are there twice or are none, and spells those that models refuse', async () => {
    const opened = await session({ odd: hostile('names') });
    expect(opened.tools.map(({ name, spelled }) => [name, spelled])).toEqual([
      ['a.b', 'odd__a_b'],
      ['b', 'b'],
      ['same', 'same'],
    ]);
    const [issue] = opened.takeIssues();
    expect(issue?.code).toBe('MCP_TOOL_SKIPPED');
    expect(issue?.message).toContain('(2 times): "same" is there already');
    expect((await call(opened, 'odd__a_b')).text).toMatch(/^a\.b of/);
  });

  it('keeps the list of a run when the server changes it, says so, and lists again for the next run', async () => {
    const shared = host({ moody: hostile('change') });
    const first = await shared.open('test', NEVER);
    const beside = await shared.open('test', NEVER);
    expect(beside.tools).toBe(first.tools);
    await beside.close();
    await call(first, 'echo');
    expect(first.tools).toHaveLength(1);
    expect(first.takeIssues().map(({ code }) => code)).toEqual(['MCP_LIST_CHANGED']);
    await first.close();
    const second = await shared.open('test', NEVER);
    expect(second.tools.map(({ name }) => name)).toEqual(['echo', 'new1']);
    expect(second.takeIssues()).toEqual([]);
    expect(second.catalogSha256).not.toBe(first.catalogSha256);
  });

  it('gives up on a list that does not come or is none', async () => {
    const late = await issueOf(session({ slow: hostile('hang-list') }, { listTimeoutMs: 300 }));
    expect([late.code, late.message]).toEqual([
      'MCP_TIMEOUT',
      'server "slow" gave no answer in 300 ms to tools/list',
    ]);
    expect((await issueOf(session({ bad: hostile('broken-list') }))).code).toBe('MCP_PROTOCOL');
  });

  it('keeps what a description says as it is', async () => {
    const { tools } = await session({ odd: hostile('ansi') });
    expect(tools[0]?.description).toBe('\u001B[2Jgone\u202E');
  });
});

describe('calls', () => {
  it('gives up on a call that hangs, ignores the late answer and starts the server anew', async () => {
    const shared = host({ slow: hostile('hang-call') }, { callTimeoutMs: 300 });
    const first = await shared.open('test', NEVER);
    const { code, message } = await issueOf(call(first, 'echo'));
    expect(code).toBe('MCP_TIMEOUT');
    expect(message).toBe('server "slow" gave no answer in 300 ms to the call of "echo"');
    // The second call makes the server answer the first one.
    await issueOf(call(first, 'echo'));
    expect(first.takeIssues().map((issue) => issue.code)).toEqual(['MCP_UNEXPECTED']);
    await vi.waitFor(() => expect(processesWith('hang-call')).toHaveLength(1));
    const [before] = processesWith('hang-call');
    await first.close();
    await shared.open('test', NEVER);
    const after = processesWith('hang-call');
    expect(after).toHaveLength(1);
    expect(after[0]).not.toBe(before);
  });

  it.each(['twice', 'unknown-id'])(
    'ignores and notes answers that nobody waits for: %s',
    async (mode) => {
      const opened = await session({ odd: hostile(mode) });
      const { text } = await call(opened, 'echo');
      expect(text).toBe(mode === 'twice' ? 'first' : 'asked');
      await vi.waitFor(() => {
        const [issue] = opened.takeIssues();
        expect(issue?.code).toBe('MCP_UNEXPECTED');
      });
    },
  );

  it('says that a server ended during a call', async () => {
    const opened = await session({ bad: hostile('exit-call', '9') });
    const { code, message } = await issueOf(call(opened, 'echo'));
    expect(code).toBe('MCP_ENDED');
    expect(message).toBe(
      'server "bad" ended with code 9; its stderr ends with "out of patience", during the call of "echo"',
    );
  });

  it('takes an error of the tool and an error of the protocol for an answer', async () => {
    const failed = await session({ bad: hostile('is-error') });
    expect(await call(failed, 'echo')).toMatchObject({ status: 'error', text: 'it failed' });
    const refused = await session({ bad: hostile('refuse') });
    expect(await call(refused, 'echo')).toMatchObject({
      status: 'error',
      text: expect.stringContaining('no such thing'),
    });
  });

  it('refuses a result that is none', async () => {
    const opened = await session({ bad: hostile('broken-result') });
    expect((await issueOf(call(opened, 'echo'))).code).toBe('MCP_PROTOCOL');
  });

  it('tells the model of text, and of anything else only what it is', async () => {
    const { text, content } = await call(await session({ rich: hostile('blocks') }), 'echo');
    expect(text.split('\n')).toEqual([
      'see',
      '[image image/png, 4 characters of base64]',
      'inside',
      '[resource file:///b]',
      '[resource_link file:///c]',
    ]);
    expect(content).toMatchObject({ structuredContent: { n: 1 } });
  });

  it('declines sampling, elicitation and roots, and notes it', async () => {
    const opened = await session({ curious: hostile('ask') });
    expect((await call(opened, 'echo')).text).toBe('asked for everything');
    await vi.waitFor(() => {
      const [issue] = opened.takeIssues();
      expect(issue?.code).toBe('MCP_REQUEST_DECLINED');
      expect(issue?.message).toContain(
        '"sampling/createMessage", "elicitation/create", "roots/list"',
      );
    });
  });

  it('tells a server nothing of our environment but the few names of the list and what is declared', async () => {
    vi.stubEnv('OPENAI_API_KEY', 'canary');
    const spec = { ...hostile('environment'), env: { GIVEN: 'yes' } };
    const { text } = await call(await session({ nosy: spec }), 'echo');
    vi.unstubAllEnvs();
    const allowed = new Set(['GIVEN', 'HOME', 'LOGNAME', 'PATH', 'SHELL', 'TERM', 'USER']);
    expect(Object.keys(JSON.parse(text) as object).filter((name) => !allowed.has(name))).toEqual(
      [],
    );
    expect(text).toContain('"GIVEN":"yes"');
  });

  it('stops waiting when the run is cancelled', async () => {
    const opened = await session({ slow: hostile('hang-call') });
    const cancel = new AbortController();
    const [tool] = opened.tools;
    const pending = opened.call(tool as NonNullable<typeof tool>, {}, cancel.signal);
    cancel.abort(new Error('cancelled'));
    await expect(pending).rejects.toThrow('cancelled');
  });
});

describe('processes', () => {
  it('ends a server with all that it started, even one that does not listen', async () => {
    const shared = host({ tree: hostile('fork'), deaf: hostile('deaf') });
    const opened = await shared.open('test', NEVER);
    const ids = [
      ...(opened.tools[0]?.description ?? '').split(' ').map(Number),
      ...processesWith('deaf'),
    ];
    expect(ids.map(runs)).toEqual([true, true, true]);
    await shared.close();
    expect(ids.map(runs)).toEqual([false, false, false]);
  });

  it.each([
    ['never', [true, true, true]],
    ['per_test', [true, false, false]],
    ['per_run', [false, false, false]],
  ] as const)('starts a server as restart: %s says', async (restart, expected) => {
    const shared = host({ one: { ...hostile('plain', restart), restart } });
    const answers: string[] = [];
    for (const test of ['a', 'a', 'b', 'c']) {
      const opened = await shared.open(test, NEVER);
      answers.push((await call(opened, 'echo')).text);
      await opened.close();
    }
    const isSame = answers.slice(1).map((text, index) => text === answers[index]);
    expect(isSame).toEqual(expected);
    await vi.waitFor(() =>
      expect(processesWith(`plain\0${restart}`)).toHaveLength(restart === 'per_run' ? 0 : 1),
    );
  });

  it('starts one server for runs that begin together, and one for each where they must not share', async () => {
    const shared = host({
      common: hostile('plain', 'common'),
      own: { ...hostile('plain', 'alone'), restart: 'per_run' },
    });
    const opened = await Promise.all([1, 2, 3].map(() => shared.open('test', NEVER)));
    const texts = await Promise.all(
      opened.flatMap((one) => [call(one, 'common__echo'), call(one, 'own__echo')]),
    );
    expect(new Set(texts.map(({ text }) => text)).size).toBe(4);
    await Promise.all(opened.map((one) => one.close()));
  });
});
