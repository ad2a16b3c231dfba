import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePorts } from './free-ports.ts';

const PROGRAM = ['/usr/sbin/clickhouse-server', '/usr/bin/clickhouse-server'].find(existsSync);

/** Whether a ClickHouse server is installed. */
export const hasClickHouse: boolean = PROGRAM !== undefined;

/** Why a test is skipped without one. */
export const NO_CLICKHOUSE = 'clickhouse-server is not installed (bash scripts/setup-tests.sh)';

export const CLICKHOUSE_USER = 'default';
export const CLICKHOUSE_PASSWORD = 'click-s3cret';

/** A ClickHouse server of a test, on loopback and with a folder of its own. */
export interface ClickHouseServer {
  readonly port: number;
  /** The address of its HTTP interface. */
  readonly url: string;
  readonly pid: number;
  /** Runs a statement; returns what it prints. Throws where the server refuses it. */
  query(sql: string, data?: string): Promise<string>;
  /** Ends it, and removes its folder. */
  stop(): Promise<void>;
  /** Ends it at once, as `kill -9` does. */
  kill(): Promise<void>;
}

/** The name of the cluster of all servers that were started together. */
export const CLUSTER = 'test_cluster';

/** Starts servers that know each other as the shards of a cluster. */
export async function startClickHouse(count = 1): Promise<readonly ClickHouseServer[]> {
  const ports = await freePorts(count * 3);
  const nodes = Array.from({ length: count }, (_, at) => ({
    http: ports[at * 3]!,
    tcp: ports[at * 3 + 1]!,
    interserver: ports[at * 3 + 2]!,
  }));
  const tcp = nodes.map((node) => node.tcp);
  return await Promise.all(nodes.map((node) => startNode(node, tcp)));
}

interface NodePorts {
  readonly http: number;
  readonly tcp: number;
  readonly interserver: number;
}

async function startNode(ports: NodePorts, shards: readonly number[]): Promise<ClickHouseServer> {
  const folder = mkdtempSync(join(tmpdir(), 'whichtool-clickhouse-'));
  writeFileSync(join(folder, 'config.xml'), configOf(folder, ports, shards));
  writeFileSync(join(folder, 'users.xml'), USERS);
  const child = spawn(PROGRAM!, [`--config-file=${join(folder, 'config.xml')}`], {
    cwd: folder,
    stdio: 'ignore',
  });
  const url = `http://127.0.0.1:${ports.http}`;
  const query = async (sql: string, data = ''): Promise<string> => {
    const target = data === '' ? url : `${url}/?query=${encodeURIComponent(sql)}`;
    const response = await fetch(target, {
      method: 'POST',
      body: data === '' ? sql : data,
      headers: {
        // A kept connection may be closed by the server while it is used again.
        connection: 'close',
        'x-clickhouse-user': CLICKHOUSE_USER,
        'x-clickhouse-key': CLICKHOUSE_PASSWORD,
      },
    });
    const text = await response.text();
    if (!response.ok) throw new Error(text);
    return text;
  };
  const end = async (signal: NodeJS.Signals): Promise<void> => {
    await endProcess(child, signal);
    rmSync(folder, { recursive: true, force: true });
  };
  await untilUp(child, async () => (await query('SELECT 1')).trim() === '1');
  return {
    port: ports.http,
    url,
    pid: child.pid!,
    query,
    stop: () => end('SIGKILL'),
    kill: () => endProcess(child, 'SIGKILL'),
  };
}

function configOf(folder: string, ports: NodePorts, shards: readonly number[]): string {
  const replica = (port: number): string =>
    `<shard><replica><host>127.0.0.1</host><port>${port}</port>` +
    `<user>${CLICKHOUSE_USER}</user><password>${CLICKHOUSE_PASSWORD}</password></replica></shard>`;
  return `<yandex>
<logger><level>error</level><log>${folder}/server.log</log><errorlog>${folder}/error.log</errorlog></logger>
<listen_host>127.0.0.1</listen_host>
<http_port>${ports.http}</http_port><tcp_port>${ports.tcp}</tcp_port>
<interserver_http_port>${ports.interserver}</interserver_http_port>
<path>${folder}/data/</path><tmp_path>${folder}/tmp/</tmp_path>
<users_config>${folder}/users.xml</users_config>
<default_profile>default</default_profile><default_database>default</default_database>
<mark_cache_size>67108864</mark_cache_size><timezone>Europe/Berlin</timezone>
<remote_servers><${CLUSTER}>${shards.map(replica).join('')}</${CLUSTER}></remote_servers>
</yandex>
`;
}

const USERS = `<yandex><profiles><default></default></profiles>
<users><${CLICKHOUSE_USER}><password>${CLICKHOUSE_PASSWORD}</password><networks><ip>127.0.0.1</ip></networks>
<profile>default</profile><quota>default</quota></${CLICKHOUSE_USER}></users>
<quotas><default></default></quotas></yandex>
`;

const MAX_START_MS = 100_000;

/** Waits until a server answers; throws where it ends before. */
async function untilUp(child: ChildProcess, isUp: () => Promise<boolean>): Promise<void> {
  const end = Date.now() + MAX_START_MS;
  while (Date.now() < end) {
    if (child.exitCode !== null) throw new Error(`clickhouse-server ended with ${child.exitCode}`);
    if (await isUp().catch(() => false)) return;
    await new Promise((resolve) => setTimeout(resolve, 25));
  }
  throw new Error('clickhouse-server did not start');
}

async function endProcess(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = new Promise((resolve) => child.once('exit', resolve));
  child.kill(signal);
  await ended;
}
