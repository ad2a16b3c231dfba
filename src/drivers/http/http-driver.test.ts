import { expect, it } from 'vitest';
import { serve } from '../../../test/support/loopback.ts';
import type { DriveTask } from '../driver.ts';
import { quickWorld } from '../models/fixtures/loopback.ts';
import { HttpDriver, type HttpOptions } from './http-driver.ts';

const NEVER = new AbortController().signal;
const TASK: DriveTask = {
  id: 't · 1',
  test: 't',
  history: [],
  turns: ['hi'],
  context: null,
  run: 1,
  stopsAfterDecision: false,
};

function driverOf(url: string, more: Partial<HttpOptions> = {}, world = quickWorld()): HttpDriver {
  return new HttpDriver({ url, headers: {}, format: null, ...more }, world);
}

it('posts the task with the declared headers and takes the body', async () => {
  const { url, seen } = await serve(() => ({ body: '{"tool_calls":[]}' }));
  const driver = driverOf(`${url}/run`, {
    headers: { authorization: 'Bearer k' },
    format: 'native',
  });
  expect((await driver.drive(TASK, NEVER)).output).toEqual({
    kind: 'raw',
    text: '{"tool_calls":[]}',
    format: 'native',
  });
  expect(seen).toMatchObject([
    {
      method: 'POST',
      path: '/run',
      headers: { authorization: 'Bearer k', 'content-type': 'application/json' },
      body: {
        input: 'hi',
        messages: [{ role: 'user', content: 'hi' }],
        context: null,
        run: 1,
        task: 't · 1',
      },
    },
  ]);
});

it('asks again where the service is busy, after the time that it names', async () => {
  const replies = [
    { status: 429, headers: { 'retry-after': '7' } },
    { status: 503 },
    { body: '{"tool_calls":[]}' },
  ];
  const { url } = await serve((_seen, count) => replies[count - 1] ?? {});
  const world = quickWorld();
  await driverOf(url, {}, world).drive(TASK, NEVER);
  expect(world.waits).toEqual([7000, 1000]);
});

it('gives up after five times', async () => {
  const { url, seen } = await serve(() => ({ status: 503, body: 'busy' }));
  await expect(driverOf(url).drive(TASK, NEVER)).rejects.toMatchObject({
    issue: { code: 'AGENT_FAILED', message: 'the service answered with status 503 and "busy"' },
  });
  expect(seen).toHaveLength(5);
});

it.each([400, 401, 404, 500])('does not ask again after %i, and shows no key', async (status) => {
  const { url, seen } = await serve(({ headers }) => ({
    status,
    body: `bad ${String(headers.authorization).slice('Bearer '.length)}`,
  }));
  const driver = driverOf(url, { headers: { authorization: 'Bearer letmein' } });
  await expect(driver.drive(TASK, NEVER)).rejects.toMatchObject({
    issue: { message: `the service answered with status ${status} and "bad [redacted]"` },
  });
  expect(seen).toHaveLength(1);
});

it('follows no redirect', async () => {
  const { url } = await serve(() => ({
    status: 307,
    headers: { location: 'http://127.0.0.1:1/elsewhere' },
  }));
  await expect(driverOf(url).drive(TASK, NEVER)).rejects.toThrow('redirects are not followed');
});

it('refuses an answer that is empty or too long', async () => {
  const { url: empty } = await serve(() => ({ body: ' ' }));
  await expect(driverOf(empty).drive(TASK, NEVER)).rejects.toThrow('answered with nothing');
  const { url: long } = await serve(() => ({ body: 'x'.repeat(101) }));
  await expect(driverOf(long, { maxOutputBytes: 100 }).drive(TASK, NEVER)).rejects.toThrow(
    'answered with more than 100 bytes',
  );
});

it('says that nobody is there, or that the answer was cut', async () => {
  const gone = driverOf('http://127.0.0.1:1/').drive(TASK, NEVER);
  await expect(gone).rejects.toThrow('the service gave no answer: ');
  const { url } = await serve(() => ({ body: '{"tool_calls":[]}', ends: 'cut' }));
  await expect(driverOf(url).drive(TASK, NEVER)).rejects.toThrow('the service gave no answer: ');
});

it('stops when told to', async () => {
  const stop = new AbortController();
  const { url } = await serve(() => {
    stop.abort();
    return { ends: 'silent' };
  });
  await expect(driverOf(url).drive(TASK, stop.signal)).rejects.toMatchObject({
    issue: { code: 'DRIVE_STOPPED' },
  });
});
