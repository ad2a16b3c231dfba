import {
  type Json,
  type MeasurePlan,
  parseJson,
  parseTrace,
  type ScorerPlan,
  type Trace,
} from '#core';
import type { WarehouseTable } from '#readers';
import { checkRows, findDoubtful, MAX_DOUBTFUL } from './check-rows.ts';
import { gatedOn, groupsOf, whyRules } from './plan-counts.ts';
import type { Dialect } from './sql/dialect.ts';
import { dialectOf } from './sql/dialects.ts';
import { RUN_COLUMNS, runStatement } from './sql/run-statement.ts';
import { type CountedTable, tableOfStore } from './table-of-store.ts';

/** A run with nothing but its case, the names of its calls, and the tools that it was offered. */
interface NamedRun {
  readonly trace: Trace;
  /** The address that selects it, without credentials. */
  readonly place: string;
}

/** The runs of a table by names, and the ids of those that must be read. */
export interface NamedRuns {
  readonly runs: readonly NamedRun[];
  readonly doubtful: readonly string[];
  /** Whether the table has more of calls than their names. */
  readonly hasArguments: boolean;
}

/** An eval whose runs are in a table. */
export interface TableEval extends MeasurePlan {
  /** The fields by which runs belong to rows; null: the case of a run is the id of its row. */
  readonly join: object | null;
}

/**
 * Why an eval needs more of its runs than the names of calls; null where names decide its scores and gates, as long as
 * no label has arguments.
 */
export function whyRead({ rules, scorers, gates, join }: TableEval): string | null {
  const why = join === null ? whyRules(rules) : 'join is not a column';
  if (why !== null) return why;
  for (const plan of scorers) {
    const { needs, unmeasured } = needsOf(plan);
    if (needs !== undefined) return `${plan.scorer.name} needs ${needs}`;
    const gated = gatedOn(gates, unmeasured);
    if (gated !== null) return `a gate is on ${gated}`;
  }
  return null;
}

/** What a scorer needs beside names, and which of its metrics do not follow from them. */
function needsOf(plan: ScorerPlan): {
  readonly needs?: string;
  readonly unmeasured?: readonly string[];
} {
  const isPlain = plan.own === null && plan.folds.length === 0 && plan.templates.size === 0;
  return isPlain && plan.scorer.namesDecide === true ? {} : groupsOf(plan);
}

/** The statement of the runs of an eval, or why they are read. */
export function rowStatementOf(
  plan: TableEval,
  table: CountedTable,
  dialect: Dialect,
): { readonly sql: string } | { readonly why: string } {
  const why = whyRead(plan);
  if (why !== null) return { why };
  const sql = runStatement(table, dialect);
  return sql === null ? { why: 'the calls of a run are in several rows' } : { sql };
}

/** Selects the names of the calls of every run of a table; or says why its runs are read. */
export async function selectRuns(
  open: WarehouseTable,
  maxRuns: number,
): Promise<NamedRuns | { readonly why: string }> {
  const countable = tableOfStore(open);
  if ('why' in countable) return countable;
  const { table } = countable;
  const dialect = dialectOf(open.store.engine);
  const sql = runStatement(table, dialect);
  if (sql === null) return { why: 'the calls of a run are in several rows' };
  const checked = await checkRows(open, table, null, dialect);
  if ('why' in checked) return checked;
  if (checked.rows > maxRuns) return { why: 'the table has more runs than the rows can have' };
  const doubtfulRuns = await findDoubtful(open, table, dialect);
  const doubtful = [...doubtfulRuns];
  const runs: NamedRun[] = [];
  const tooMany = { why: `more than ${MAX_DOUBTFUL} runs must be read` };
  if (doubtfulRuns.length > MAX_DOUBTFUL) return tooMany;
  const rows = await open.query(sql, RUN_COLUMNS);
  if (rows.length + doubtfulRuns.length !== checked.rows)
    return { why: 'its rows changed while they were counted' };
  for (const cells of rows) {
    const [run = '', scope = ''] = cells;
    const parsed = parseTrace(recordOf(cells));
    // What is odd about a run is for its reader to report.
    if (parsed.ok && parsed.trace.issues.length === 0)
      runs.push({ trace: parsed.trace, place: open.placeOf(run, scope) });
    else doubtful.push(run);
  }
  if (doubtful.length > MAX_DOUBTFUL) return tooMany;
  const hasArguments = open.store.calls.some(({ arguments: passed }) => passed !== null);
  return { runs, doubtful, hasArguments };
}

/** The native trace of a row, as the reader of tables makes it. A list that cannot be read makes it invalid. */
function recordOf([run, , ofCase, tools, servers, offered]: readonly string[]): Json {
  const of = servers === '' ? [] : listOf(servers);
  const calls = listOf(tools)?.map((name, i) => ({
    name,
    server: of?.[i] === '' ? null : (of?.[i] ?? null),
  }));
  return {
    id: run ?? null,
    case: ofCase === '' ? null : (ofCase ?? null),
    tool_calls: of === null ? null : (calls ?? null),
    tools: offered === '' ? null : (listOf(offered)?.map((name) => ({ name })) ?? false),
  };
}

function listOf(text = ''): readonly Json[] | null {
  const parsed = parseJson(text);
  return parsed.ok && Array.isArray(parsed.value) ? (parsed.value as readonly Json[]) : null;
}
