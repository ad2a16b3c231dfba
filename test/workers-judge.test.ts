import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { jsonl } from './support/cli.ts';
import { agentOf, project } from './support/driving.ts';
import { judgeBy, startJudge } from './support/judging.ts';
import { coordinate, startEngines, startWorker } from './support/workers.ts';

const KEY = 'only-for-workers';

it('has workers ask the judge, with keys that the coordinator does not have', async () => {
  const engines = await startEngines();
  onTestFinished(() => engines.remove());
  const server = await startJudge({
    key: KEY,
    decisions: [
      { when: { answer: 1 }, calls: [{ name: 'right', arguments: { id: 'a 1' } }] },
      { text: 'It is done.' },
    ],
    judge: [
      { when: { prompt: 'unclear' }, broken: 'prose' },
      { when: { prompt: 'wrong' }, lean: 'low' },
      { lean: 'high', usage: { input: 1234, output: 56 } },
    ],
  });
  onTestFinished(() => server.close());
  const rows = ['first', 'second', 'wrong', 'unclear'].map((word) => ({
    id: word,
    input: `please do the ${word} thing`,
    rubric: `It is about the ${word} thing.`,
    expected_tool: 'right',
  }));
  const env = { DESK_KEY: KEY, JUDGE_KEY: KEY };
  const { path, measure } = project(
    {
      agents: { desk: agentOf(server as never, { api_key_env: 'DESK_KEY' }) },
      judge: judgeBy(server, { api_key_env: 'JUDGE_KEY' }),
      evals: [
        {
          name: 'rows',
          agent: 'desk',
          dataset: 'rows.jsonl',
          scorers: [{ type: 'tool_name_match' }, { type: 'answer', rubric: '{{ sample.rubric }}' }],
        },
      ],
    },
    { files: { 'rows.jsonl': jsonl(...rows) }, env },
  );
  const alone = await measure();
  // What the judge answered before would be found.
  rmSync(join(path, '.whichtool'), { recursive: true });
  const asked = await server.asked();
  const worker = startWorker(path, engines.flags, env);
  onTestFinished(() => void worker.child.kill('SIGKILL'));
  const together = await coordinate(path, engines.flags).ended;
  expect(together.stdout).toBe(alone.bytes);
  expect(together.code).toBe(alone.code);
  expect(await server.asked()).toBe(2 * asked);
  // Answers are kept as those of one process: now no judge need be asked.
  const later = await coordinate(path, engines.flags).ended;
  expect(later.stdout).toBe(alone.bytes);
});
