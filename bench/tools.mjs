// Catalogs: comparing the tools of very many servers with each other.
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { CLI, DATA } from './places.mjs';
import { timeCommand, timeInTurn } from './process.mjs';
import { atMost } from './row.mjs';

const VERBS = ['get', 'list', 'search', 'create', 'update', 'delete', 'send', 'convert'];
const FILLERS = ['current', 'detailed', 'available', 'recent', 'specific', 'matching'];
const TOOLS_OF_SERVER = 7;

/** Servers on overlapping subjects, as those of public registries are: a subject has twelve servers, and a few words are everywhere. */
function serverAt(index) {
  const tools = Array.from({ length: TOOLS_OF_SERVER }, (_, at) => {
    const verb = VERBS[(index + at) % VERBS.length];
    const thing = `thing${(index * 5 + at * 11) % 500}`;
    const filler = FILLERS[(index * 3 + at) % FILLERS.length];
    const subject = `subject${index % 71}`;
    return {
      name:
        index % 2 === 0 ? `${verb}_${thing}` : `${verb}${thing[0].toUpperCase()}${thing.slice(1)}`,
      description: `${verb} the ${filler} ${thing} of a ${subject} by its id. Returns word${index % 997} and word${(index * at) % 1009}.`,
      input_schema: {
        type: 'object',
        properties: { id: { type: 'string' }, [`${thing}_limit`]: { type: 'integer' } },
        required: ['id'],
      },
    };
  });
  return { server_name: `server ${index}`, tools };
}

export function measureTools({ quick }) {
  const servers = quick ? 150 : 860;
  mkdirSync(DATA, { recursive: true });
  const file = join(DATA, `catalog-${servers}.json`);
  writeFileSync(file, JSON.stringify(Array.from({ length: servers }, (_, at) => serverAt(at))));
  const { tools } = timeInTurn(quick ? 1 : 3, {
    tools: () => timeCommand(['node', CLI, 'tools', file, '--json']),
  });
  const count = (servers * TOOLS_OF_SERVER).toLocaleString('en-US');
  return [atMost(`tools, ${count} tools of ${servers} servers, CPU`, tools.cpuMs / 1000, 's', 10)];
}
