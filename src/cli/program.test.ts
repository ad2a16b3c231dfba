import { afterEach, expect, it, vi } from 'vitest';
import { runProgram } from './program.ts';

afterEach(() => vi.restoreAllMocks());

/** The exit code of a command line, and what it prints. */
async function run(...args: string[]): Promise<{ code: number; printed: string }> {
  let printed = '';
  vi.spyOn(process.stdout, 'write').mockImplementation((text) => {
    printed += String(text);
    return true;
  });
  return { code: await runProgram(args, '1.2.3'), printed };
}

it('shows the help of every command that the whole help lists, whether or not others are described', async () => {
  const whole = await run('--help');
  const listed = [...whole.printed.matchAll(/^ {2}([a-z-]+) /gm)].map(([, name]) => name as string);
  const verbs = listed.filter((name) => name !== 'help' && !name.startsWith('-'));
  expect([whole.code, verbs.length]).toEqual([0, 25]);
  for (const verb of verbs) {
    const { code, printed } = await run(verb, '--help');
    expect([code, printed.split(' [')[0]?.split(' <')[0]?.split('\n')[0]]).toEqual([
      0,
      `Usage: whichtool ${verb}`,
    ]);
    expect((await run('help', verb)).printed).toBe(printed);
  }
});
