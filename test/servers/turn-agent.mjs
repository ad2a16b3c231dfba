// An agent that is given turns one at a time, as lines of JSON, and answers each with a trace of that turn.
// Usage: node turn-agent.mjs (lines) | node turn-agent.mjs http (prints its port).
import { createServer } from 'node:http';
import { createInterface } from 'node:readline';

/** How many turns each session had: a session is one conversation. */
const sessions = new Map();

function answer({ input, session, turn, messages }) {
  const before = sessions.get(session) ?? 0;
  sessions.set(session, before + 1);
  const isKnown = turn === before + 1 && messages.length === 2 * before + 1;
  return {
    tool_calls: [{ name: isKnown ? 'look' : 'lost', arguments: { input }, turn: 1 }],
    output: /order/.test(input) ? 'Which order number?' : `turn ${turn} is done`,
  };
}

if (process.argv[2] === 'http') {
  const server = createServer(async (request, response) => {
    const chunks = [];
    for await (const chunk of request) chunks.push(chunk);
    response.end(JSON.stringify(answer(JSON.parse(Buffer.concat(chunks).toString('utf8')))));
  });
  server.listen(0, '127.0.0.1', () => process.stdout.write(`${server.address().port}\n`));
} else {
  for await (const line of createInterface({ input: process.stdin })) {
    if (line.includes('crash')) process.exit(7);
    process.stdout.write(`${JSON.stringify(answer(JSON.parse(line)))}\n`);
  }
}
