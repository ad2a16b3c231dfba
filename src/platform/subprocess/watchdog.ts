import { type ChildProcess, spawn } from 'node:child_process';
import { allowedEnvironment } from './allowed-environment.ts';

/**
 * Runs in a process of its own and waits for its input to end, which it does however we end: by ourselves, by Ctrl-C
 * or by kill -9. Then it ends every registered group. It cannot import anything: it is given as text.
 */
const SCRIPT = `
const groups = new Set();
let rest = '';
const end = (signal) => {
  for (const id of groups) {
    if (process.platform === 'win32') {
      require('node:child_process').spawnSync('taskkill', ['/pid', String(id), '/t', '/f'], { stdio: 'ignore' });
      continue;
    }
    try { process.kill(-id, signal); } catch { groups.delete(id); }
  }
};
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => {});
process.stdin.setEncoding('utf8').on('data', (text) => {
  const lines = (rest + text).split('\\n');
  rest = lines.pop();
  for (const line of lines) {
    const id = Number(line.slice(1));
    if (line[0] === '+') groups.add(id);
    else groups.delete(id);
  }
}).on('error', () => {}).on('close', () => {
  end('SIGTERM');
  if (groups.size === 0) process.exit();
  setTimeout(() => { end('SIGKILL'); process.exit(); }, 1000);
});
`;

const groups = new Set<number>();
let watchdog: ChildProcess | null = null;

/** Sees to it that this group ends with us, however we end. */
export function watchGroup(id: number): void {
  groups.add(id);
  if (watchdog === null) start();
  else tell(`+${id}\n`);
}

/** Forgets a group that has ended: its number may be given to another one. */
export function forgetGroup(id: number): void {
  if (groups.delete(id)) tell(`-${id}\n`);
}

function start(): void {
  const child = spawn(process.execPath, ['-e', SCRIPT], {
    // In a group of its own, so that Ctrl-C does not reach it.
    detached: true,
    windowsHide: true,
    env: allowedEnvironment(),
    stdio: ['pipe', 'ignore', 'ignore'],
  });
  watchdog = child;
  const forget = (): void => {
    if (watchdog === child) watchdog = null;
  };
  child.on('error', forget).on('exit', forget);
  child.stdin.on('error', forget);
  // It must not keep us alive: a pipe is a socket in Node.
  child.unref();
  if ('unref' in child.stdin && typeof child.stdin.unref === 'function') child.stdin.unref();
  for (const id of groups) tell(`+${id}\n`);
}

function tell(line: string): void {
  watchdog?.stdin?.write(line);
}
