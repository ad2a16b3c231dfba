import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';

const root = fileURLToPath(new URL('../..', import.meta.url));

/** Counts the records on standard input in a process that has room for few of them. */
const COUNT = `
  import { createJiti } from 'jiti';
  const { readTraces } = await createJiti(process.cwd() + '/').import('./src/readers/index.ts');
  const counts = new Map([['trace', 0]]);
  for await (const batch of readTraces([{ path: '-', label: '-' }])) {
    for (const record of batch) {
      const key = record.kind === 'trace' ? 'trace' : record.issue.code;
      counts.set(key, (counts.get(key) ?? 0) + 1);
    }
  }
  const peakMb = process.resourceUsage().maxRSS / 1024;
  console.log(JSON.stringify({ counts: [...counts], isSmall: peakMb < 200 }));
`;

async function count(producer: string): Promise<unknown> {
  const node = [process.execPath, '--max-old-space-size=64'];
  const args = ['-c', `(${producer}) | "$@"`, 'sh', ...node, '--input-type=module', '-e', COUNT];
  const { stdout } = await promisify(execFile)('sh', args, { cwd: root });
  return JSON.parse(stdout);
}

// 1000 bytes with the line feed that `yes` adds, and 1000 with a comma before it.
const padding = 'x'.repeat(937);
const line = `{"tool_calls":[{"name":"web_search","arguments":{"q":"${padding}..."}}]}`;
const item = `{"tool_calls":[{"name":"web_search","arguments":{"q":"${padding}.."}}]},`;

describe.skipIf(process.platform === 'win32')('a file far larger than memory', () => {
  it('is read as lines', async () => {
    expect(line).toHaveLength(999);
    expect(await count(`yes '${line}' | head -c 150000000`)).toEqual({
      counts: [['trace', 150_000]],
      isSmall: true,
    });
  });

  it('is read as packed lines', async () => {
    expect(await count(`yes '${line}' | head -c 150000000 | gzip -1`)).toEqual({
      counts: [['trace', 150_000]],
      isSmall: true,
    });
  });

  it('is read as the list of a document', async () => {
    expect(item).toHaveLength(999);
    const items = `yes '${item}' | head -c 150000000`;
    expect(await count(`printf '{"traces":['; ${items}; printf '${line}]}'`)).toEqual({
      counts: [['trace', 150_001]],
      isSmall: true,
    });
  });

  it('is refused when it is a single line, and what follows is read', async () => {
    const long = `head -c 250000000 /dev/zero | tr '\\0' x`;
    expect(await count(`${long}; printf '\\n%s\\n' '${line}'`)).toEqual({
      counts: [
        ['trace', 1],
        ['TRACE_TOO_LONG', 1],
      ],
      isSmall: true,
    });
  });
});
