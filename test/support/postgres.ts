import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { chownSync, existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Pool } from 'pg';
import { freePorts } from './free-ports.ts';

const ROOT = '/usr/lib/postgresql';
const FOLDER = existsSync(ROOT)
  ? readdirSync(ROOT)
      .sort((a, b) => Number(b) - Number(a))
      .map((version) => join(ROOT, version, 'bin'))
      .find((folder) => existsSync(join(folder, 'initdb')))
  : undefined;

/** Whether a PostgreSQL server is installed. */
export const hasPostgres: boolean = FOLDER !== undefined;

/** Why a test is skipped without one. */
export const NO_POSTGRES = 'postgresql is not installed (bash scripts/setup-tests.sh)';

export const POSTGRES_USER = 'tester';
export const POSTGRES_PASSWORD = 'post-s3cret';

/** A key and its certificate, as PEM. */
interface ServerCertificate {
  readonly key: string;
  readonly cert: string;
}

/** A PostgreSQL server of a test, on loopback and with a folder of its own. */
export interface PostgresServer {
  readonly port: number;
  /** Runs statements; returns the rows of the last one. */
  query(sql: string, values?: readonly unknown[]): Promise<readonly Record<string, unknown>[]>;
  /** Ends it, and removes its folder. */
  stop(): Promise<void>;
  /** Ends it at once, with all connections. */
  kill(): Promise<void>;
}

/** Starts a server whose only user needs a password. */
export async function startPostgres(
  certificate: ServerCertificate | null = null,
): Promise<PostgresServer> {
  const folder = mkdtempSync(join(tmpdir(), 'whichtool-postgres-'));
  const owner = ownerOf();
  const password = join(folder, 'password');
  writeFileSync(password, POSTGRES_PASSWORD);
  if (owner.uid !== undefined)
    for (const path of [folder, password]) chownSync(path, owner.uid, owner.gid!);
  const data = join(folder, 'data');
  execFileSync(
    join(FOLDER!, 'initdb'),
    [
      '-D',
      data,
      '-U',
      POSTGRES_USER,
      '-A',
      'scram-sha-256',
      `--pwfile=${password}`,
      '-E',
      'UTF8',
    ].concat(['--locale=C.UTF-8', '--no-sync']),
    { ...owner, cwd: folder, stdio: 'ignore' },
  );
  const [port] = (await freePorts(1)) as [number];
  const settings = {
    listen_addresses: '127.0.0.1',
    unix_socket_directories: folder,
    fsync: 'off',
    ...(certificate === null ? {} : tlsSettings(folder, certificate, owner)),
  };
  const child = spawn(
    join(FOLDER!, 'postgres'),
    [
      '-D',
      data,
      '-p',
      String(port),
      ...Object.entries(settings).flatMap(([key, value]) => ['-c', `${key}=${value}`]),
    ],
    { ...owner, cwd: folder, stdio: 'ignore' },
  );
  const pool = new Pool({
    host: '127.0.0.1',
    port,
    user: POSTGRES_USER,
    password: POSTGRES_PASSWORD,
    database: 'postgres',
    max: 1,
  });
  pool.on('error', () => {});
  const query: PostgresServer['query'] = async (sql, values) =>
    (await pool.query<Record<string, unknown>>(sql, values as unknown[] | undefined)).rows;
  const kill = async (): Promise<void> => await endProcess(child);
  await untilUp(child, () => query('SELECT 1'));
  return {
    port,
    query,
    kill,
    async stop() {
      await pool.end();
      await kill();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** The files of a certificate that only the server can read. */
function tlsSettings(
  folder: string,
  { key, cert }: ServerCertificate,
  { uid, gid }: ReturnType<typeof ownerOf>,
): Record<string, string> {
  const files = {
    ssl_key_file: join(folder, 'server.key'),
    ssl_cert_file: join(folder, 'server.crt'),
  };
  writeFileSync(files.ssl_key_file, key, { mode: 0o600 });
  writeFileSync(files.ssl_cert_file, cert);
  if (uid !== undefined) for (const file of Object.values(files)) chownSync(file, uid, gid!);
  return { ssl: 'on', ...files };
}

/** The server refuses to run as root: it runs as the user that its package made. */
function ownerOf(): { readonly uid?: number; readonly gid?: number } {
  if (process.getuid?.() !== 0) return {};
  const id = (flag: string): number =>
    Number(execFileSync('id', [flag, 'postgres'], { encoding: 'utf8' }));
  return { uid: id('-u'), gid: id('-g') };
}

const MAX_START_MS = 100_000;

async function untilUp(child: ChildProcess, ask: () => Promise<unknown>): Promise<void> {
  const end = Date.now() + MAX_START_MS;
  while (Date.now() < end) {
    if (child.exitCode !== null) throw new Error(`postgres ended with ${child.exitCode}`);
    const isUp = await ask().then(
      () => true,
      () => false,
    );
    if (isUp) return;
    await new Promise((resolve) => setTimeout(resolve, 25));
  }
  throw new Error('postgres did not start');
}

/** Immediate shutdown: the server drops its connections and its processes end. */
async function endProcess(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = new Promise((resolve) => child.once('exit', resolve));
  child.kill('SIGQUIT');
  await ended;
}
