import { spawn } from 'node:child_process';
import type { ProgramEnd } from '#platform';

/**
 * Runs a program as a shell would: it has our terminal, and Ctrl-C reaches it. A signal that would end us is passed on, so
 * that what it did until then is kept. Rejects where it cannot be started.
 */
export function runInForeground(
  command: string,
  args: readonly string[],
  {
    cwd,
    env,
    stdout,
  }: {
    readonly cwd: string;
    readonly env: NodeJS.ProcessEnv;
    /** Where what it prints goes. */
    readonly stdout: 'stdout' | 'stderr';
  },
): Promise<ProgramEnd> {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, {
      cwd,
      env,
      stdio: ['inherit', stdout === 'stdout' ? 'inherit' : 2, 'inherit'],
    });
    // The terminal sends this one to both.
    const wait = (): void => {};
    const pass = (signal: NodeJS.Signals): void => void child.kill(signal);
    process.on('SIGINT', wait).on('SIGTERM', pass).on('SIGHUP', pass);
    const forget = (): void => {
      process.off('SIGINT', wait).off('SIGTERM', pass).off('SIGHUP', pass);
    };
    child.once('error', (error) => {
      forget();
      reject(error);
    });
    child.once('exit', (code, signal) => {
      forget();
      resolve({ code, signal });
    });
  });
}
