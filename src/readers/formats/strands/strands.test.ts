import { expect, test } from 'vitest';
import { formatCalls } from '../../fixtures/reader-case.ts';
import { readFiles, readRuns } from '../../fixtures/read-files.ts';
import { saved, snapshot } from './fixtures/index.ts';

const AGENT = {
  agent_id: 'helper',
  state: {},
  conversation_manager_state: {},
  created_at: '2026-01-01T00:00:00Z',
};
const SESSION = { session_id: 's1', session_type: 'AGENT', created_at: '2026-01-01T00:00:00Z' };
const use = { toolUse: { toolUseId: 't1', name: 'look', input: {} } };

test('the files of a session are one run per agent, in the order of their numbers', async () => {
  const folder = 'x/session_s1/agents/agent_helper';
  const other = 'x/session_s1/agents/agent_critic/messages';
  const runs = await readRuns({
    [`${folder}/messages/message_10.json`]: saved(10, 'assistant', [{ text: 'Done.' }]),
    [`${folder}/messages/message_2.json`]: saved(2, 'assistant', [use]),
    [`${folder}/messages/message_1.json`]: saved(1, 'user', [{ text: 'Go' }]),
    [`${other}/message_0.json`]: saved(0, 'assistant', [{ text: 'Good.' }]),
    [`${folder}/agent.json`]: AGENT,
    'x/session_s1/session.json': SESSION,
  });
  expect(
    runs.map((run) => [
      run.agent,
      run.metadata?.session,
      run.input,
      run.output,
      ...formatCalls(run),
    ]),
  ).toEqual([
    ['helper', 's1', 'Go', 'Done.', 'look'],
    [null, 's1', null, 'Good.'],
  ]);
});

test('agents and sessions without messages are reported', async () => {
  const records = await readFiles({ 'a/agent.json': AGENT, 'a/session.json': SESSION });
  expect(records).toMatchObject([
    {
      kind: 'warning',
      issue: {
        code: 'READ_RUN_SKIPPED',
        message: '2 files of agents and sessions without messages left out',
      },
    },
  ]);
});

test('the path of a snapshot names its session and its agent', async () => {
  const path = 'out/s1/scopes/agent/helper/snapshots/snapshot_latest.json';
  const [run] = await readRuns({
    [path]: snapshot([{ role: 'assistant', content: [{ text: 'ok' }] }]),
  });
  expect([run?.agent, run?.metadata?.session]).toEqual(['helper', 's1']);
});
