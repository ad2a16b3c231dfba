import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { chownSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';

/** A server that a test started for itself, on a port of this machine. */
export interface Engine {
  readonly url: string;
  /** Ends it with SIGKILL. */
  kill(): Promise<void>;
  /** Starts it again, on the same port and with the same data folder. */
  start(): Promise<void>;
  /** Ends it and removes its data. */
  remove(): Promise<void>;
}

interface EngineProgram {
  readonly command: string;
  readonly args: readonly string[];
  /** What it prints when it can be used. */
  readonly ready: RegExp;
  readonly user?: { readonly uid: number; readonly gid: number };
}

/** Redis without persistence: what it had is lost when it ends. */
export async function startRedis(): Promise<Engine> {
  const port = await freePort();
  const folder = mkdtempSync(join(tmpdir(), 'whichtool-redis-'));
  const engine = runEngine(
    {
      command: 'redis-server',
      args: ['--port', String(port), '--bind', '127.0.0.1', '--save', '', '--dir', folder],
      ready: /Ready to accept connections/,
    },
    `redis://127.0.0.1:${port}`,
    folder,
  );
  await engine.start();
  return engine;
}

/** PostgreSQL with a data folder of its own, never as root. */
export async function startPostgres(): Promise<Engine> {
  const port = await freePort();
  const folder = mkdtempSync(join(tmpdir(), 'whichtool-postgres-'));
  const programs = postgresPrograms();
  const user = process.getuid?.() === 0 ? { user: idsOf('postgres') } : {};
  if (user.user !== undefined) chownSync(folder, user.user.uid, user.user.gid);
  const data = join(folder, 'data');
  execFileSync(
    join(programs, 'initdb'),
    ['-D', data, '-U', 'whichtool', '-A', 'trust', '--no-sync', '--locale=C', '-E', 'UTF8'],
    { stdio: 'ignore', cwd: folder, ...user.user },
  );
  const settings = ['fsync=off', 'listen_addresses=127.0.0.1', 'unix_socket_directories='];
  const engine = runEngine(
    {
      command: join(programs, 'postgres'),
      args: ['-D', data, '-p', String(port), ...settings.flatMap((setting) => ['-c', setting])],
      ready: /ready to accept connections/,
      ...user,
    },
    `postgres://whichtool@127.0.0.1:${port}/postgres`,
    folder,
  );
  await engine.start();
  return engine;
}

function runEngine(
  { command, args, ready, user }: EngineProgram,
  url: string,
  folder: string,
): Engine {
  let running: ChildProcess | null = null;
  const kill = async (): Promise<void> => {
    const child = running;
    running = null;
    if (child === null) return;
    const ended = new Promise((done) => child.once('close', done));
    child.kill('SIGKILL');
    await ended;
  };
  return {
    url,
    kill,
    start: async () => {
      // Processes of a server that was killed may hold its folder for a moment.
      for (let attempt = 0; running === null; attempt++) {
        if (attempt === 100) throw new Error(`${command} does not start`);
        if (attempt > 0) await wait(100);
        running = await startProgram(command, args, ready, { cwd: folder, ...user });
      }
    },
    remove: async () => {
      await kill();
      rmSync(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
    },
  };
}

/** The process once it is ready; null where it ended before. */
function startProgram(
  command: string,
  args: readonly string[],
  ready: RegExp,
  options: { cwd: string; uid?: number; gid?: number },
): Promise<ChildProcess | null> {
  const child = spawn(command, args, { ...options, stdio: ['ignore', 'pipe', 'pipe'] });
  return new Promise((done, fail) => {
    child.once('error', fail);
    child.once('exit', () => done(null));
    const read = (text: string): void => {
      if (ready.test(text)) done(child);
    };
    child.stdout.setEncoding('utf8').on('data', read);
    child.stderr.setEncoding('utf8').on('data', read);
  });
}

/** Where Debian puts the programs of PostgreSQL, the newest version first; otherwise the folder of `initdb` in PATH. */
function postgresPrograms(): string {
  const root = '/usr/lib/postgresql';
  const versions = existsSync(root) ? readdirSync(root).map(Number) : [];
  if (versions.length > 0) return join(root, String(Math.max(...versions)), 'bin');
  return execFileSync('pg_config', ['--bindir'], { encoding: 'utf8' }).trim();
}

function idsOf(user: string): { uid: number; gid: number } {
  const idOf = (flag: string): number =>
    Number(execFileSync('id', [flag, user], { encoding: 'utf8' }));
  return { uid: idOf('-u'), gid: idOf('-g') };
}

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const address = server.address();
  await new Promise((done) => server.close(done));
  return typeof address === 'object' && address !== null ? address.port : 0;
}
