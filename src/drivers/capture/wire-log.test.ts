import { appendFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { appendWire, readWire } from './wire-log.ts';

function log(): string {
  const folder = mkdtempSync(join(tmpdir(), 'whichtool-wire-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  return join(folder, 'wire.jsonl');
}

const append = (file: string, msg: string | null, dir: '->' | '<-' = '->'): void =>
  appendWire(file, { server: 's', connection: null, dir, msg });

it('keeps messages and batches of them, and nothing else', async () => {
  const file = log();
  append(file, '{"jsonrpc":"2.0","id":1,"text":"a\u2028b\\nc"}');
  append(file, '[{"jsonrpc":"2.0","id":2},{"jsonrpc":"2.0","id":3}]');
  for (const noise of ['ready', '', '{"level":"info"}', '[]', 'null', '{"level":'])
    append(file, noise);
  expect(await readWire(file)).toMatchObject({
    messages: [
      { server: 's', dir: '->', msg: { id: 1, text: 'a\u2028b\nc' } },
      { msg: [{ id: 2 }, { id: 3 }] },
    ],
    dropped: 0,
  });
});

it('cuts long texts of servers and none of clients', async () => {
  const file = log();
  const message = JSON.stringify({ jsonrpc: '2.0', text: 'x'.repeat(20_000) });
  append(file, message, '->');
  append(file, message, '<-');
  const { messages } = await readWire(file);
  expect(messages.map(({ msg }) => (msg as { text: string }).text.length)).toEqual([
    20_000, 16_387,
  ]);
});

it('counts what was too large, nested too deep or half written', async () => {
  const file = log();
  append(file, null);
  append(file, `{"jsonrpc":"2.0","params":${'['.repeat(500)}${']'.repeat(500)}}`);
  append(file, '{"jsonrpc":"2.0"}');
  appendFileSync(file, '{"server":"s","dir":"->","msg":"{\\"json');
  expect(await readWire(file)).toMatchObject({ messages: [{}], dropped: 3 });
});
