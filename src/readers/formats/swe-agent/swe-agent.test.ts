import { expect, test } from 'vitest';
import { readDocument } from '../../fixtures/reader-case.ts';
import { step } from './fixtures/index.ts';
import { sweAgentFormat } from './index.ts';
import { nameCommand } from './name-command.ts';

test.each([
  ['open src/x.py 10', 'open'],
  ['  search_dir "def run" src', 'search_dir'],
  ['submit', 'submit'],
  ['edit 1:2\nx = 1\nend_of_edit', 'edit'],
  ['cd src && open x.py', 'bash'],
  ['opening', 'bash'],
  ['__proto__', 'bash'],
])('the action %j is a call of %s', (action, name) => {
  expect(nameCommand(action)).toBe(name);
});

test('the best of several attempts, which is repeated on top, is the run', async () => {
  const attempts = [{ trajectory: [step('ls')] }, { trajectory: [step('pwd')] }];
  const runs = await readDocument({ attempts, trajectory: [step('pwd')], info: {} });
  expect(runs.map(({ calls }) => calls.length)).toEqual([1]);
  expect((await readDocument({ attempts })).map(({ run }) => run)).toEqual([1, 2]);
});

test('an answer of mini-swe-agent with two commands was rejected by the program', async () => {
  const fence = (command: string): string => `\`\`\`bash\n${command}\n\`\`\``;
  const answer = (content: string): object => ({ role: 'assistant', content });
  const [run] = await readDocument({
    trajectory_format: 'mini-swe-agent-1',
    messages: [
      { role: 'user', content: 'Go' },
      answer(`${fence('ls')}\n${fence('pwd')}`),
      { role: 'user', content: 'Please provide exactly one action' },
      answer(fence('ls')),
      { role: 'user', content: 'x' },
    ] as never,
  });
  expect(run?.calls.map((call) => [call.name, call.turn])).toEqual([['bash', 2]]);
});

test('trajectories of other products are not ours', () => {
  expect(sweAgentFormat.sniff({ trajectory: [{ action: 'run', args: {} }] })).toBe('none');
  expect(sweAgentFormat.sniff({ trajectory: [{ action: 'x', observation: 'y' }] })).toBe('none');
  expect(sweAgentFormat.sniff({ trajectory_format: 'other-1', messages: [] })).toBe('none');
});
