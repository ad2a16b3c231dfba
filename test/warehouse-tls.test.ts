import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { once } from 'node:events';
import { type AddressInfo, connect } from 'node:net';
import { join } from 'node:path';
import { createServer, type Server } from 'node:tls';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  CLICKHOUSE_PASSWORD,
  CLICKHOUSE_USER,
  type ClickHouseServer,
  hasClickHouse,
  startClickHouse,
} from './support/clickhouse.ts';
import { type Ran, spawnWhichtool, workspace } from './support/cli.ts';
import {
  hasPostgres,
  POSTGRES_PASSWORD,
  POSTGRES_USER,
  type PostgresServer,
  startPostgres,
} from './support/postgres.ts';

const folder = workspace({ 'package.json': '{}' });
const CA = join(folder.path, 'server.crt');
afterAll(() => folder.remove());

/** A certificate of `localhost` that no authority signed. */
function makeCertificate(): { readonly key: string; readonly cert: string } {
  const options =
    'req -x509 -newkey rsa:2048 -nodes -days 2 -subj /CN=localhost -addext subjectAltName=DNS:localhost';
  const files = ['-keyout', 'server.key', '-out', 'server.crt'];
  execFileSync('openssl', [...options.split(' '), ...files], { cwd: folder.path, stdio: 'ignore' });
  return {
    key: readFileSync(join(folder.path, 'server.key'), 'utf8'),
    cert: readFileSync(CA, 'utf8'),
  };
}
const certificate = makeCertificate();

/** Inspects a table in a process that trusts the certificate, or does not. */
function inspect(address: string, isTrusted: boolean): Promise<Ran> {
  const env = isTrusted ? { NODE_EXTRA_CA_CERTS: CA } : {};
  return spawnWhichtool(['inspect', address], { cwd: folder.path, env });
}

/** What must hold for every engine: only a trusted certificate of this very host is accepted. */
async function checkAddress(addressOf: (host: string) => string): Promise<void> {
  const trusted = await inspect(addressOf('localhost'), true);
  expect([trusted.code, trusted.stderr]).toEqual([0, '']);
  expect(trusted.stdout).toContain('search');
  for (const { code, stdout, stderr } of [
    await inspect(addressOf('localhost'), false),
    await inspect(addressOf('127.0.0.1'), true),
  ]) {
    expect([code, stdout]).toEqual([2, '']);
    expect(stderr).toContain('SOURCE_FAILED');
    expect(stderr).toContain('NODE_EXTRA_CA_CERTS');
    expect(stderr).not.toContain('s3cret');
  }
}

describe.skipIf(!hasPostgres)('PostgreSQL with ?secure', () => {
  let server: PostgresServer;
  beforeAll(async () => {
    server = await startPostgres(certificate);
    await server.query(`CREATE TABLE runs AS SELECT 'r' AS run_id, 'search' AS tool_name`);
  });
  afterAll(() => server.stop());

  it('is read where its certificate is trusted and of this host, and refused otherwise', () =>
    checkAddress(
      (host) =>
        `postgres://${POSTGRES_USER}:${POSTGRES_PASSWORD}@${host}:${server.port}/postgres/runs?secure`,
    ));
});

describe.skipIf(!hasClickHouse)('ClickHouse with ?secure', () => {
  let server: ClickHouseServer;
  let proxy: Server;
  beforeAll(async () => {
    [server] = (await startClickHouse()) as [ClickHouseServer];
    await server.query('CREATE TABLE runs (run_id String, tool_name String) ENGINE = Memory');
    await server.query("INSERT INTO runs VALUES ('r', 'search')");
    proxy = createServer(certificate, (secure) => {
      const plain = connect(server.port, '127.0.0.1');
      for (const socket of [secure, plain]) socket.on('error', () => socket.destroy());
      secure.pipe(plain).pipe(secure);
    });
    proxy.on('tlsClientError', () => {});
    await once(proxy.listen(0, '127.0.0.1'), 'listening');
  });
  afterAll(async () => {
    proxy.close();
    await server.stop();
  });

  it('is read where its certificate is trusted and of this host, and refused otherwise', () =>
    checkAddress((host) => {
      const { port } = proxy.address() as AddressInfo;
      const user = `${CLICKHOUSE_USER}:${CLICKHOUSE_PASSWORD}`;
      return `clickhouse://${user}@${host}:${port}/default/runs?secure`;
    }));
});
