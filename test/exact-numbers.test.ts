import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { loopback, project } from './support/driving.ts';

const SERVER = join(import.meta.dirname, 'servers/exact-server.mjs');
const PROVIDERS = ['openai', 'openai-compatible', 'anthropic', 'google'] as const;

/** How the test server is reached; started here where it listens. */
async function serverFor(mode: 'stdio' | 'json' | 'sse', file: string): Promise<object> {
  if (mode === 'stdio') return { command: process.execPath, args: [SERVER, file, mode] };
  const child = spawn(process.execPath, [SERVER, file, mode], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  onTestFinished(() => void child.kill());
  const [port] = await once(child.stdout, 'data');
  return { url: `http://127.0.0.1:${String(port).trim()}/mcp` };
}

it.each(['stdio', 'json', 'sse'] as const)(
  'integers beyond 2^53 are exact between model, cassette and server, over %s',
  async (mode) => {
    const model = await loopback({
      decide: ({ answer }) =>
        answer === 1
          ? { calls: [{ name: 'find', arguments: { id: '@big', list: ['@round'] } }] }
          : { text: 'done' },
      // Inside the texts that some formats have for arguments, quotes are escaped.
      rewrite: (text) =>
        text
          .replace(/\\?"@big\\?"/g, '9007199254740993')
          .replace(/\\?"@round\\?"/g, '12345678901234567890'),
    });
    const own = project({});
    const file = join(own.path, 'seen.jsonl');
    own.write('whichtool.yaml', {
      servers: { exact: await serverFor(mode, file) },
      agents: Object.fromEntries(
        PROVIDERS.map((name) => [
          name,
          { model: `${name}:m`, base_url: model.baseUrls[name], servers: ['exact'] },
        ]),
      ),
      tests: PROVIDERS.map((name) => ({
        name,
        agent: name,
        prompt: 'find it',
        function_call_coverage: { function_calls: ['find'] },
      })),
    });
    const { code, report } = await own.measure('--record', 'kept', '--concurrency', '1');
    expect([code, report.issues]).toEqual([0, []]);

    const calls = readFileSync(file, 'utf8')
      .split('\n')
      .filter((line) => line.includes('tools/call'));
    expect(calls).toHaveLength(PROVIDERS.length);
    for (const call of calls)
      expect(call).toContain('"arguments":{"id":9007199254740993,"list":[12345678901234567890]}');

    expect(model.requests).toHaveLength(2 * PROVIDERS.length);
    model.requests.forEach(({ text }, index) => {
      expect(text).toContain('"maximum":9223372036854775807');
      if (index % 2 === 0) return;
      expect(text).toMatch(/\\?"id\\?":9007199254740993[,}]/);
      expect(text).toMatch(/\\?"next\\?":9007199254740995,\\?"share\\?":0.6666666666666666\}/);
    });

    const cassettes = own.list('kept').filter((name) => name.endsWith('.json'));
    expect(cassettes).toHaveLength(PROVIDERS.length);
    for (const name of cassettes) {
      const text = own.read(join('kept', name));
      expect(text).toMatch(/"arguments": \{\s*"id": 9007199254740993,/);
      expect(text).toContain('9007199254740995');
      expect(text).not.toContain('9007199254740992');
      expect(text).not.toContain('whichtool-number');
    }
  },
);
