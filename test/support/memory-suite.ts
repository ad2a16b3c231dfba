import { resolve } from 'node:path';
import { ROOT } from './doc-blocks.ts';

const SERVER = resolve(ROOT, 'node_modules/@modelcontextprotocol/server-memory/dist/index.js');

/** An eval of the real memory server over `rows.jsonl`; `agent` is how its agent is made to act. */
export function memorySuite(agent: string): string {
  return `
servers:
  memory: { command: ${JSON.stringify(process.execPath)}, args: [${JSON.stringify(SERVER)}] }
agents:
  keeper: { ${agent}, servers: [memory] }
evals:
  - name: memory
    agent: keeper
    dataset: rows.jsonl
    scorers: [ { type: tool_name_match } ]
    expect: []
`;
}
