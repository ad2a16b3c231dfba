import type { MeasurePlan, TestSums } from '#core';
import type { WarehouseTable } from '#readers';
import { addCounted, type CountedRuns } from './add-counted.ts';
import { checkRows, findDoubtful, MAX_DOUBTFUL } from './check-rows.ts';
import { findNames } from './find-names.ts';
import { type CountPlan, planCounts } from './plan-counts.ts';
import { countColumns, countStatement } from './sql/count-statement.ts';
import type { Dialect } from './sql/dialect.ts';
import { dialectOf } from './sql/dialects.ts';
import { type CountedTable, tableOfStore } from './table-of-store.ts';

/** A test whose runs are in a table. */
export interface TableTest {
  readonly plan: MeasurePlan;
  readonly sums: TestSums;
}

/** Runs that a database counted together; whether they must be read instead. */
interface CountedRow extends CountedRuns {
  readonly isDoubtful: boolean;
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
  const checked = await checkRows(open, table, names, dialect);
  if ('why' in checked) return streamAll(checked.why);
  const runs = await findDoubtful(open, table, dialect);
  if (runs.length > MAX_DOUBTFUL) return streamAll(`more than ${MAX_DOUBTFUL} runs must be read`);
  // The whole table is read for another test.
  if (runs.length > 0 && why.size > 0) {
    for (const { test } of counted) why.set(test, `${runs.length} runs must be read`);
    return { why, runs: [] };
  }
  const nameRows = await findNames(open, without(table, runs, dialect), dialect);
  if ('why' in nameRows) return streamAll(nameRows.why);
  const rowsOf = new Map<Test, readonly CountedRow[]>();
  for (const { test, counts, sql } of counted)
    rowsOf.set(test, await countRows(open, sql, counts, table));
  const isWhole = names === null || counted.length === names.length;
  const all = { doubtful: runs.length, runs: table.isRun ? checked.rows : null };
  if (hasChanged([...rowsOf.values()].flat(), all, isWhole))
    return streamAll('its rows changed while they were counted');
  for (const { test, counts } of counted) {
    for (const row of rowsOf.get(test) ?? [])
      if (!row.isDoubtful) addCounted(test.sums, counts, row);
    const ofTest =
      names === null ? [...nameRows.names.values()] : [nameRows.names.get(test.plan.name)];
    for (const some of ofTest) {
      test.sums.measure.names.noteCalled(some?.called ?? []);
      test.sums.measure.names.noteOffered(some?.offered ?? []);
    }
  }
  return { why, runs };
}

/**
 * Whether runs came or went between the statements: then one could be neither counted nor read. `isWhole`: the rows are
 * those of all runs of the table.
 */
function hasChanged(
  rows: readonly CountedRow[],
  all: { readonly doubtful: number; readonly runs: number | null },
  isWhole: boolean,
): boolean {
  const sumOf = (some: readonly CountedRow[]): number =>
    some.reduce((sum, row) => sum + row.runs, 0);
  const doubtful = sumOf(rows.filter(({ isDoubtful }) => isDoubtful));
  if (!isWhole) return doubtful > all.doubtful;
  return doubtful !== all.doubtful || (all.runs !== null && sumOf(rows) !== all.runs);
}

/** A table without some of its runs. */
function without(table: CountedTable, runs: readonly string[], dialect: Dialect): CountedTable {
  const ids = runs.flatMap((run) => dialect.text(run) ?? []);
  if (ids.length === 0) return table;
  const others = `${table.id} NOT IN (${ids.join(', ')})`;
  return { ...table, where: table.where === null ? others : `${table.where} AND ${others}` };
}

async function countRows(
  open: WarehouseTable,
  sql: string,
  counts: CountPlan,
  table: CountedTable,
): Promise<readonly CountedRow[]> {
  const columns = countColumns(counts, table);
  const rows = await open.query(sql, columns);
  return rows.map((cells) => {
    const value = (column: string): number => Number(cells[columns.indexOf(column)] ?? 0);
    return {
      calls: cells.slice(0, counts.kinds.length + 1).map(Number),
      isDoubtful: value('doubt') > 0,
      isPartial: value('partial') > 0,
      isOffered: value('offered') > 0,
      runs: value('runs'),
      total: value('calls'),
    };
  });
}
