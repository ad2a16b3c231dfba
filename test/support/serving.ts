import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { CLI } from './cli.ts';

/** A server process of the built program. */
export interface Serving {
  /** The link that it printed. */
  readonly link: string;
  readonly token: string;
  readonly process: ChildProcess;
  /** What it has written to standard error so far. */
  readonly stderr: () => string;
  /** An address of the server. */
  readonly at: (path: string) => string;
  /** Requests a path as the admin, unless headers say otherwise. */
  readonly get: (path: string, headers?: Readonly<Record<string, string>>) => Promise<Response>;
  /** Stops it, and returns its exit code. */
  readonly stop: (signal?: NodeJS.Signals) => Promise<number | null>;
}

/** Starts `whichtool serve` in a folder, and waits until it says where it is. */
export async function serve(
  cwd: string,
  flags: readonly string[] = [],
  env: Readonly<Record<string, string>> = {},
): Promise<Serving> {
  const child = spawn(process.execPath, [CLI, 'serve', '--no-open', ...flags], {
    cwd,
    env: { ...process.env, ...env },
  });
  let stderr = '';
  child.stderr.on('data', (chunk: Buffer) => (stderr += chunk.toString()));
  const ended = once(child, 'exit').then(() => {
    throw new Error(`the server ended: ${stderr}`);
  });
  ended.catch(() => {});
  const [link] = (await Promise.race([
    once(createInterface({ input: child.stdout }), 'line'),
    ended,
  ])) as [string];
  const token = new URL(link).searchParams.get('token') ?? '';
  const at = (path: string): string => new URL(path, link).href;
  return {
    link,
    token,
    process: child,
    stderr: () => stderr,
    at,
    get: (path, headers = { Authorization: `Bearer ${token}` }) =>
      fetch(at(path), { headers, redirect: 'manual' }),
    stop: async (signal = 'SIGTERM') => {
      if (child.exitCode !== null) return child.exitCode;
      child.kill(signal);
      const [code] = (await once(child, 'exit')) as [number | null];
      return code;
    },
  };
}

/** What a page did beside asking its own server, whatever that answered. */
export function beyondOrigin(mischief: readonly string[], link: string): readonly string[] {
  const own = [`request: ${new URL(link).origin}/`, 'console: Failed to load resource'];
  return mischief.filter((each) => !own.some((beginning) => each.startsWith(beginning)));
}
