import type { MeasurePlan, TestSums } from '#core';
import type { WarehouseTable } from '#readers';
import { addCounted, type CountedRuns } from './add-counted.ts';
import { type CountPlan, planCounts } from './plan-counts.ts';
import { checkStatement } from './sql/check-statement.ts';
import { countColumns, countStatement } from './sql/count-statement.ts';
import { doubtStatement } from './sql/doubt-statement.ts';
import type { Dialect } from './sql/dialect.ts';
import { dialectOf } from './sql/dialects.ts';
import { type CountedTable, tableOfStore } from './table-of-store.ts';

/** A test whose runs are in a table. */
export interface TableTest {
  readonly plan: MeasurePlan;
  readonly sums: TestSums;
}

/** The statement of a test, or why it is streamed. */
export type TestStatement =
  | { readonly counts: CountPlan; readonly sql: string }
  | { readonly why: string };

/** Makes the SELECT of a test over a table; `isOnly`: all runs are of this test. */
export function statementOf(
  plan: MeasurePlan,
  table: CountedTable,
  isOnly: boolean,
  dialect: Dialect,
): TestStatement {
  const planned = planCounts(plan, table.hasServers);
  if ('why' in planned) return planned;
  const counts = planned.plan;
  if (isOnly) return { counts, sql: countStatement(counts, table, dialect) };
  const name = table.test === null ? null : dialect.text(plan.name);
  if (name === null) return { why: 'no column says which runs are of which test' };
  const isOfTest = `${table.test} = ${name}`;
  const where = table.where === null ? isOfTest : `${table.where} AND ${isOfTest}`;
  return { counts, sql: countStatement(counts, { ...table, where }, dialect) };
}

/** What is left to be read of a table. */
export interface LeftRuns<Test> {
  /** Why tests must be streamed as a whole. */
  readonly why: ReadonlyMap<Test, string>;
  /** The ids of runs that the other tests did not count. */
  readonly runs: readonly string[];
}

/** Of more runs in doubt the whole table is read. */
const MAX_DOUBTFUL = 1000;

/** Counts the runs of tests where their table is, and returns what must be read. */
export async function countTests<Test extends TableTest>(
  open: WarehouseTable,
  tests: readonly Test[],
  names: readonly string[] | null,
): Promise<LeftRuns<Test>> {
  const streamAll = (reason: string): LeftRuns<Test> => ({
    why: new Map(tests.map((test) => [test, reason])),
    runs: [],
  });
  const countable = tableOfStore(open);
  if ('why' in countable) return streamAll(countable.why);
  const { table } = countable;
  const dialect = dialectOf(open.store.engine);
  const why = new Map<Test, string>();
  const counted: { readonly test: Test; readonly counts: CountPlan; readonly sql: string }[] = [];
  for (const test of tests) {
    const made = statementOf(test.plan, table, names === null, dialect);
    if ('why' in made) why.set(test, made.why);
    else counted.push({ test, ...made });
  }
  if (counted.length === 0) return { why, runs: [] };
  const odd = await findOdd(open, table, names, dialect);
  if (odd !== null) return streamAll(odd);
  const runs = await findDoubtful(open, table, dialect);
  if (runs.length > MAX_DOUBTFUL) return streamAll(`more than ${MAX_DOUBTFUL} runs must be read`);
  // The whole table is read for another test.
  if (runs.length > 0 && why.size > 0) {
    for (const { test } of counted) why.set(test, `${runs.length} runs must be read`);
    return { why, runs: [] };
  }
  for (const { test, counts, sql } of counted)
    for (const row of await countRows(open, sql, counts))
      if (!row.isDoubtful) addCounted(test.sums, counts, row);
  return { why, runs };
}

/** The ids of runs that only a reader can say the calls of. */
async function findDoubtful(
  open: WarehouseTable,
  table: CountedTable,
  dialect: Dialect,
): Promise<readonly string[]> {
  if (table.doubts.length + table.runDoubts.length === 0) return [];
  const sql = doubtStatement(table, MAX_DOUBTFUL + 1, dialect);
  return (await open.query(sql, ['run'])).map(([run = '']) => run);
}

/** Why the rows of a table are not plain runs; null where they are. */
async function findOdd(
  open: WarehouseTable,
  table: CountedTable,
  names: readonly string[] | null,
  dialect: Dialect,
): Promise<string | null> {
  const sql = checkStatement(table, names, dialect);
  const [cells = []] = await open.query(sql, ['rows', 'ids', 'strays']);
  const [rows = 0, ids = 0, strays = 0] = cells.map(Number);
  if (rows === 0) return 'the table has no runs';
  if (table.isRun && ids < rows) return 'several rows have the id of one run';
  return strays > 0 ? `${strays} rows name no test of the suite` : null;
}

async function countRows(
  open: WarehouseTable,
  sql: string,
  counts: CountPlan,
): Promise<readonly (CountedRuns & { readonly isDoubtful: boolean })[]> {
  const columns = countColumns(counts);
  const rows = await open.query(sql, columns);
  return rows.map((cells) => {
    const numbers = cells.map(Number);
    const [isDoubtful, runs, total] = numbers.slice(-3) as [number, number, number];
    return { calls: numbers.slice(0, -3), isDoubtful: isDoubtful > 0, runs, total };
  });
}
