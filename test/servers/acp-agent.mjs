// An agent of the Agent Client Protocol that does what its prompt says, one word per action.
import { createInterface } from 'node:readline';

let ids = 0;
const waiting = new Map();
let session = null;
let said = [];

const send = (message) =>
  process.stdout.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
const update = (body) =>
  send({ method: 'session/update', params: { sessionId: session, update: body } });
const ask = (method, params) =>
  new Promise((resolve) => {
    const id = `a${++ids}`;
    waiting.set(id, resolve);
    send({ id, method, params: { sessionId: session, ...params } });
  });

const call = (word, more = {}) => ({
  toolCallId: `c${++ids}`,
  title: `Doing ${word}`,
  name: word,
  rawInput: { word },
  ...more,
});

const ACTIONS = {
  look: (word) => {
    const made = call(word);
    update({ sessionUpdate: 'tool_call', ...made, status: 'in_progress' });
    update({ sessionUpdate: 'tool_call_update', toolCallId: made.toolCallId, status: 'completed' });
  },
  nameless: (word) => update({ sessionUpdate: 'tool_call', ...call(word, { name: null }) }),
  permit: async (word) => {
    const made = call(word);
    const options = [
      { optionId: 'no', name: 'No', kind: 'reject_once' },
      { optionId: 'yes', name: 'Yes', kind: 'allow_once' },
    ];
    const { result } = await ask('session/request_permission', { toolCall: made, options });
    const isAllowed = result.outcome.optionId === 'yes';
    update({ sessionUpdate: 'tool_call', ...made, status: isAllowed ? 'completed' : 'failed' });
  },
  escape: async () => {
    const path = '/etc/hostname';
    const { error } = await ask('fs/read_text_file', { path });
    said.push(error?.message ?? 'read');
  },
  write: async () => {
    await ask('fs/write_text_file', { path: `${said.cwd}/a/b.txt`, content: 'one\ntwo' });
    const { result } = await ask('fs/read_text_file', { path: `${said.cwd}/a/b.txt`, line: 2 });
    said.push(result.content);
  },
  terminal: async () => {
    const { error } = await ask('terminal/create', { command: 'id' });
    said.push(String(error?.code));
  },
  hang: () => new Promise(() => {}),
  crash: () => process.exit(3),
};

const METHODS = {
  initialize: ({ protocolVersion }) => ({ protocolVersion, agentCapabilities: {} }),
  'session/new': ({ cwd, mcpServers }) => {
    session = `s-${mcpServers.length}`;
    said.cwd = cwd;
    return { sessionId: session };
  },
  'session/prompt': async ({ prompt }) => {
    const { cwd } = said;
    said = Object.assign([], { cwd });
    const words = prompt[0].text.split(' ');
    for (const word of words) await ACTIONS[word]?.(word);
    const content = { type: 'text', text: `did ${words.join(' ')}: ${said.join(', ')}` };
    update({ sessionUpdate: 'agent_message_chunk', content });
    return { stopReason: words.includes('refuse') ? 'refusal' : 'end_turn' };
  },
};

process.stdout.write('a banner that is not a message\n');
for await (const line of createInterface({ input: process.stdin })) {
  const message = JSON.parse(line);
  if (message.method === undefined) {
    waiting.get(message.id)?.(message);
    waiting.delete(message.id);
  } else if (message.id !== undefined)
    void Promise.resolve(METHODS[message.method]?.(message.params) ?? {}).then((result) =>
      send({ id: message.id, result }),
    );
}
