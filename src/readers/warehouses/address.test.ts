import { describe, expect, test } from 'vitest';
import { world } from '../../../test/support/loopback.ts';
import { parseWarehouseUrl } from './address.ts';

const context = world({ CLICKHOUSE_USER: 'reader', CLICKHOUSE_PASSWORD: 'from env' });

describe('addresses of tables', () => {
  test('ClickHouse, with credentials of the environment', () => {
    expect(parseWarehouseUrl('clickhouse://h/d/t?since=1h&limit=3', context)).toMatchObject({
      engine: 'clickhouse',
      host: 'h',
      port: 8123,
      database: 'd',
      table: 't',
      user: 'reader',
      password: 'from env',
      isSecure: false,
      since: '2026-04-01T11:00:00.000Z',
      limit: 3,
      base: 'clickhouse://h/d/t',
    });
  });

  test('TLS, credentials with escapes, and a schema of PostgreSQL', () => {
    const address = parseWarehouseUrl('postgres://u%40x:p%2Fw@h:1/d/s.t?secure', context);
    expect(address).toMatchObject({
      engine: 'postgres',
      port: 1,
      schema: 's',
      table: 't',
      user: 'u@x',
      password: 'p/w',
      isSecure: true,
      base: 'postgres://h:1/d/s.t',
      display: 'postgres://h:1/d/s.t?secure',
    });
    expect(parseWarehouseUrl('clickhouse://h/d/t?secure=true', context).port).toBe(8443);
  });

  test.each([
    ['clickhouse:///d/t', /no host/],
    ['clickhouse://h', /database and a table/],
    ['clickhouse://h/d/t/more', /database and a table/],
    ['clickhouse://h/d/t?pasword=x', /no parameter "pasword"/],
    ['clickhouse://h/d/t?since=soon', /since is not a time/],
    ['clickhouse://h/d/t?limit=0', /limit is not a number/],
    ['clickhouse://h/d/t?secure=maybe', /secure is true or false/],
    ['clickhouse://h/%E0%A4/t', /not an escape/],
  ])('%s is an error', (url, message) => {
    expect(() => parseWarehouseUrl(url, context)).toThrow(message);
  });
});
