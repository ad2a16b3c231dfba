import { withoutCredentials } from '#core';
import { type ApiContext, readVariable, sourceError } from '#platform';
import { SCHEMES, schemeOf } from './is-warehouse-url.ts';
import { parseWindow, type SourceWindow } from '../sources/source-url.ts';

/** The address of a table of traces. */
export interface WarehouseAddress extends SourceWindow {
  readonly engine: 'clickhouse' | 'postgres';
  readonly host: string;
  readonly port: number;
  readonly database: string;
  /** The schema of PostgreSQL; empty for ClickHouse. */
  readonly schema: string;
  /** Empty where the address names none. */
  readonly table: string;
  readonly user: string | null;
  readonly password: string | null;
  readonly isSecure: boolean;
  /** The only run to read; null for all. */
  readonly run: string | null;
  readonly project: string | null;
  /** The store that the table is read as; null where its columns decide. */
  readonly store: string | null;
  /** The mapping file; null without one. */
  readonly mapping: string | null;
  /** The address without credentials and selections: what places begin with. */
  readonly base: string;
  /** The address for messages, without credentials. */
  readonly display: string;
}

const PARAMETERS = ['since', 'until', 'limit', 'run', 'project', 'store', 'mapping', 'secure'];

const EXAMPLES = {
  clickhouse: 'write clickhouse://host:8123/database/table?since=24h',
  postgres: 'write postgres://host:5432/database/table?since=24h',
};

/** Reads the address of a table, or throws a UserError that says what is wrong with it. Credentials are never shown. */
export function parseWarehouseUrl(text: string, context: ApiContext): WarehouseAddress {
  const display = withoutCredentials(text);
  const engine = SCHEMES.get(schemeOf(text)) ?? 'clickhouse';
  const fail = (message: string, hint: string = EXAMPLES[engine]): Error =>
    sourceError('SOURCE_URL', display, message, hint);
  const url = URL.canParse(text) ? new URL(text) : null;
  if (url === null || url.hostname === '')
    throw fail(
      'the address has no host that can be read',
      `${EXAMPLES[engine]}; in a user or password write @ as %40, / as %2F, ? as %3F and # as %23`,
    );
  const parameters = url.searchParams;
  for (const key of parameters.keys())
    if (!PARAMETERS.includes(key))
      throw fail(`there is no parameter "${key}"`, `the parameters are ${PARAMETERS.join(', ')}`);
  const [database = '', table = '', ...more] = url.pathname
    .split('/')
    .slice(1)
    .map((part) => decode(part, fail));
  if (database === '' || more.some((part) => part !== ''))
    throw fail('the address names a database and a table');
  const isSecure = readSecure(parameters.get('secure'), fail);
  const port = url.port === '' ? DEFAULT_PORTS[engine][isSecure ? 1 : 0] : Number(url.port);
  const dot = engine === 'postgres' ? table.indexOf('.') : -1;
  const suffix = table === '' ? '' : `/${encodeURIComponent(table)}`;
  const names = VARIABLES[engine];
  return {
    ...parseWindow(parameters, context.now, fail),
    engine,
    host: url.hostname,
    port,
    database,
    schema: engine === 'clickhouse' ? '' : dot < 0 ? 'public' : table.slice(0, dot),
    table: table.slice(dot + 1),
    user: decode(url.username, fail) || readVariable(context, names.user),
    password: decode(url.password, fail) || readVariable(context, names.password),
    isSecure,
    run: parameters.get('run'),
    project: parameters.get('project'),
    store: parameters.get('store'),
    mapping: parameters.get('mapping'),
    base: `${schemeOf(text)}://${url.host}/${encodeURIComponent(database)}${suffix}`,
    display,
  };
}

const DEFAULT_PORTS = { clickhouse: [8123, 8443], postgres: [5432, 5432] } as const;

const VARIABLES = {
  clickhouse: { user: ['CLICKHOUSE_USER'], password: ['CLICKHOUSE_PASSWORD'] },
  postgres: { user: ['PGUSER'], password: ['PGPASSWORD'] },
};

function readSecure(value: string | null, fail: (message: string) => Error): boolean {
  if (value === null || value === 'false') return false;
  if (value === '' || value === 'true') return true;
  throw fail('secure is true or false');
}

function decode(text: string, fail: (message: string) => Error): string {
  try {
    return decodeURIComponent(text);
  } catch {
    throw fail('the address has a % that is not an escape');
  }
}
