import { spawn } from 'node:child_process';
import { mkdirSync, watch } from 'node:fs';
import { CLI } from './cli.ts';

/** How a process ended that was to be killed. */
interface Killed {
  /** Whether the kill came before its end. */
  readonly killed: boolean;
  /** What it had said by then: it answers for that. */
  readonly stdout: string;
}

/** Runs a command and kills it with SIGKILL, `delayMs` after it first changes something in `folder`. */
export async function killWhileWriting(
  args: readonly string[],
  { cwd, folder, delayMs }: { cwd: string; folder: string; delayMs: number },
): Promise<Killed> {
  mkdirSync(folder, { recursive: true });
  const child = spawn(process.execPath, [CLI, ...args], {
    cwd,
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  let stdout = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => (stdout += text));
  let timer: NodeJS.Timeout | undefined;
  const watcher = watch(folder, () => {
    timer ??= setTimeout(() => child.kill('SIGKILL'), delayMs);
  });
  const signal = await new Promise<string | null>((done) =>
    child.on('close', (_, by: string | null) => done(by)),
  );
  clearTimeout(timer);
  watcher.close();
  return { killed: signal === 'SIGKILL', stdout };
}

/** Numbers from 0 to 1 that are the same in every run of a test. */
export function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}
