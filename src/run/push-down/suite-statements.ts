import { formatTool } from '#core';
import {
  type CountedTable,
  dialectOf,
  PLAIN_TABLE,
  rowStatementOf,
  statementOf,
  tableOfStore,
} from '#push-down';
import { isWarehouseUrl, openWarehouse } from '#readers';
import type { Suite } from '#suite';
import { runError } from '../issues/run-codes.ts';

/** The statement of a test or an eval. */
export interface SuiteStatement {
  readonly test: string;
  /** Null where it is streamed. */
  readonly sql: string | null;
  /** Why it is streamed; null where it is not. */
  readonly why: string | null;
  /** What the columns of its result count. */
  readonly columns: readonly { readonly column: string; readonly tools: string }[];
}

/** Which table statements are for. */
export interface StatementOptions {
  /** Null: that of the source, otherwise ClickHouse. */
  readonly dialect: 'clickhouse' | 'postgres' | null;
  /** The address of a table; null: a table of plain columns. */
  readonly source: string | null;
}

/** The statements that push-down would send, in the order of the tests. */
export async function suiteStatements(
  suites: readonly Suite[],
  options: StatementOptions,
): Promise<readonly SuiteStatement[]> {
  const { table, engine, why } = await findTable(options);
  const dialect = dialectOf(engine);
  const tests = suites.flatMap((suite) => suite.tests);
  return [
    ...tests.map((plan): SuiteStatement => {
      const isOnly = tests.length === 1 || plan.traces?.some(isWarehouseUrl) === true;
      const made = table === null ? { why } : statementOf(plan, table, isOnly, dialect);
      if ('why' in made) return { test: plan.name, sql: null, why: made.why, columns: [] };
      const kinds = made.counts.kinds.map(({ tools }, i) => ({
        column: `n${i}`,
        tools: [...new Set(tools.map(formatTool))].join(', '),
      }));
      const other = { column: `n${kinds.length}`, tools: 'all other tools' };
      return { test: plan.name, sql: made.sql, why: null, columns: [...kinds, other] };
    }),
    ...suites.flatMap(({ evals }) =>
      evals.map((plan): SuiteStatement => {
        const made = table === null ? { why } : rowStatementOf(plan, table, dialect);
        const sql = 'sql' in made ? made.sql : null;
        return { test: plan.name, sql, why: 'why' in made ? made.why : null, columns: [] };
      }),
    ),
  ];
}

async function findTable({ dialect, source }: StatementOptions): Promise<{
  readonly table: CountedTable | null;
  readonly engine: 'clickhouse' | 'postgres';
  readonly why: string;
}> {
  if (source === null) return { table: PLAIN_TABLE, engine: dialect ?? 'clickhouse', why: '' };
  if (!isWarehouseUrl(source))
    throw runError('FLAG_PUSH_DOWN', '--source is not the address of a table in a database', {
      hint: 'write clickhouse://host:8123/database/table or postgres://host:5432/database/table',
    });
  const open = await openWarehouse(source);
  try {
    const { engine } = open.store;
    if (dialect !== null && dialect !== engine)
      throw runError('FLAG_PUSH_DOWN', `--dialect ${dialect}: the source is ${engine}`);
    const countable = tableOfStore(open);
    if ('why' in countable) return { table: null, engine, why: countable.why };
    return { table: countable.table, engine, why: '' };
  } finally {
    await open.close();
  }
}
