// The suite of live traces is chosen while the server runs, gates are summed over runs, and the disk may be full.
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import type { ApiLive, ApiLiveGates } from '#schema';
import { whichtool, workspace } from './support/cli.ts';
import { LiveServer, newId, requestOf, runSpans, until } from './support/live-server.ts';

const suiteOf = (tool: string): string => `tests:
  - name: calls ${tool}
    select: { agent: desk }
    function_call_coverage: { function_calls: [${tool}] }
  - name: of another agent
    select: { agent: other }
    function_call_coverage: { function_calls: [search] }
`;

describe('the suite of live traces', () => {
  const project = workspace({
    'package.json': '{}',
    'whichtool.yaml': suiteOf('get_order'),
    'refunds.whichtool.yaml': suiteOf('refund'),
    'broken.whichtool.yaml': 'tests: 1\n',
  });
  let server: LiveServer;
  beforeAll(async () => {
    server = await LiveServer.start(project.path);
    for (let i = 0; i < 4; i += 1)
      await server.send(requestOf(...runSpans(newId(16), 'Where is it?', 'get_order')));
  });
  afterAll(async () => {
    await server.stop();
    project.remove();
  });

  const choose = (file: unknown): Promise<Response> =>
    fetch(`${server.origin}/api/v1/live/suite`, {
      method: 'PUT',
      headers: { Authorization: `Bearer ${server.token}`, 'Content-Type': 'application/json' },
      body: JSON.stringify({ file }),
    });
  const scored = (
    isDone: (verdicts: ApiLive['counters']['verdicts']) => boolean,
  ): Promise<ApiLive> =>
    until(
      () => server.about(),
      ({ counters: { traces, verdicts } }) => traces.run === 4 && isDone(verdicts),
    );

  it('is none at first, and of those that the project has', async () => {
    const { suite, suites } = await scored(({ pass, fail }) => pass + fail === 0);
    expect(suite).toBeNull();
    expect(suites).toEqual(
      expect.arrayContaining(['whichtool.yaml', 'refunds.whichtool.yaml', 'broken.whichtool.yaml']),
    );
  });

  it('scores the newest runs again when it is chosen, and is kept', async () => {
    expect((await choose('whichtool.yaml')).status).toBe(200);
    const { suite } = await scored(({ pass }) => pass === 4);
    expect(suite).toMatchObject({
      file: 'whichtool.yaml',
      tests: ['calls get_order', 'of another agent'],
    });
    expect((await choose('refunds.whichtool.yaml')).status).toBe(200);
    await scored(({ pass, fail }) => pass === 0 && fail === 4);
  });

  it('is not changed by what is not a suite of the project, or cannot be used', async () => {
    expect((await choose('../whichtool.yaml')).status).toBe(404);
    expect((await choose('/etc/passwd')).status).toBe(404);
    expect((await choose(7)).status).toBe(400);
    expect((await choose('broken.whichtool.yaml')).status).toBe(422);
    expect((await server.about()).suite?.file).toBe('refunds.whichtool.yaml');
  });

  it('has gates over the newest runs together; a test without runs is not measured', async () => {
    const gates = await server.get<ApiLiveGates>('live/gates?last=100');
    expect(gates).toMatchObject({ last: 100, runs: 4, untaken: 0, unreadable: 0 });
    const [refund, other] = gates.tests;
    expect(refund).toMatchObject({ name: 'calls refund', verdict: 'fail', runs: 4 });
    expect(refund?.gates.every(({ observed }) => observed !== null)).toBe(true);
    expect(other).toMatchObject({ name: 'of another agent', verdict: 'error', runs: 0 });
    expect(other?.gates.every(({ observed, pass }) => observed === null && !pass)).toBe(true);
  });

  it('is the one that was chosen after the server was started again', async () => {
    await server.stop();
    server = await LiveServer.start(project.path);
    const { suite, suiteFault } = await server.about();
    expect([suite?.file, suiteFault]).toEqual(['refunds.whichtool.yaml', null]);
  });
});

describe('a disk that takes no more', () => {
  it('is said to the sender; what was acknowledged stays, and the server goes on', async () => {
    const project = workspace({ 'package.json': '{}' });
    const server = await LiveServer.startWithin(project.path, 2000);
    onTestFinished(async () => {
      await server.stop();
      project.remove();
    });
    const acknowledged: string[] = [];
    const filler = 'order '.repeat(8000);
    let answer: Response;
    do {
      const id = newId(16);
      answer = await server.send(requestOf(...runSpans(id, filler, 'get_order')));
      if (answer.status === 200) acknowledged.push(id);
    } while (answer.status === 200);
    expect(answer.status).toBe(503);
    expect(answer.headers.get('Retry-After')).toBe('1');
    expect(await answer.text()).toContain('a file may not become that large');
    expect(acknowledged.length).toBeGreaterThan(5);
    // Small ones may still fit; none is acknowledged that is not there.
    const small = newId(16);
    const { status } = await server.send(requestOf(...runSpans(small, 'Where?', 'get_order')));
    const expected = status === 200 ? [...acknowledged, small] : acknowledged;
    const listed = await server.traces();
    expect(listed.map(({ id }) => id).toSorted()).toEqual(expected.toSorted());
    await server.stop('SIGKILL');
    const log = '.whichtool/live/log/*.jsonl';
    const { stdout } = await whichtool(['inspect', log], { cwd: project.path });
    expect(stdout).toContain(`${expected.length} runs`);
    const again = await LiveServer.start(project.path);
    expect(await again.traces()).toHaveLength(expected.length);
    expect((await again.send(requestOf(...runSpans(newId(16), 'Find it', 'search')))).status).toBe(
      200,
    );
    await again.stop();
  });
});
