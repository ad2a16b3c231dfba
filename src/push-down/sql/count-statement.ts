import type { CountPlan } from '../plan-counts.ts';
import type { ToolSet } from '../tool-set.ts';
import type { CallsOfRow, CallTable } from './call-table.ts';
import { conditionOf } from './condition.ts';
import { type Dialect, ITEM } from './dialect.ts';

/**
 * The SELECT of a test: a row for each distinct outcome of runs. `n0`, `n1`, … say how many calls of each kind such a
 * run has, the last one those of other tools; `doubt` is 1 of runs that must be streamed. `partial` and `offered` are 1
 * of runs that are recorded in part, and that record which tools they were offered. `runs` says how many there are, and
 * `calls` how many calls they have. With `failures`, `failed` is the number of failed calls.
 */
export function countStatement(
  plan: CountPlan,
  table: CallTable,
  dialect: Dialect,
  failures = false,
): string {
  const { kinds, notOther } = plan;
  const ignoresRepeats = plan.ignoresRepeats && table.partial === null;
  const sets = [...kinds.map(({ set }) => ({ set, isNegated: false })), OTHERS(notOther)];
  const places = sets.map((_, i) => String(i));
  const { calls, isRun } = table;
  const counts = calls.map((call, c) =>
    sets.map(({ set, isNegated }, i) => {
      const count = countOf(set, isNegated, call, !isRun, dialect);
      return `${count} AS ${letter(c)}${i}`;
    }),
  );
  const chosen = places.map((i) => chooseCount(calls.length, i, places, dialect));
  const keys = chosen.map((count, i) =>
    ignoresRepeats && i < kinds.length ? `least(${count}, 1) AS n${i}` : `${count} AS n${i}`,
  );
  const marks = marksOf(table, dialect, failures);
  const columns = [...counts.flat(), ...gatheredOf(table, dialect)];
  if (failures) columns.push(`${countFailed(calls, dialect)} AS failed`);
  const selected = [...keys, ...marks.map(({ sql }) => sql), `${dialect.count} AS runs`];
  const grouped = [...places.map((i) => `n${i}`), ...marks.map(({ name }) => name)];
  return `SELECT ${selected.join(', ')}, sum(${chosen.join(' + ')}) AS calls
FROM (
  SELECT
    ${columns.join(',\n    ')}
  ${fromOf(table)}
) AS counted${table.runs === null ? '' : `\nWHERE ${table.runs}`}
GROUP BY ${grouped.join(', ')}`;
}

/** The columns of `countStatement` without failures. */
export function countColumns(
  { kinds }: CountPlan,
  { partial, offers }: Pick<CallTable, 'partial' | 'offers'>,
): readonly string[] {
  const marks = [...(partial === null ? [] : ['partial']), ...(offers === null ? [] : ['offered'])];
  return [...[...kinds, null].map((_, i) => `n${i}`), 'doubt', ...marks, 'runs', 'calls'];
}

/** What distinguishes runs beside their calls; what no run of the table has is left out. */
function marksOf(
  table: CallTable,
  dialect: Dialect,
  failures: boolean,
): readonly { readonly name: string; readonly sql: string }[] {
  const { partial, offers } = table;
  const marks = [{ name: 'doubt', sql: `${doubtOf(table, dialect)} AS doubt` }];
  if (partial !== null)
    marks.push({ name: 'partial', sql: `${dialect.choose(partial, '1', '0')} AS partial` });
  if (offers !== null) marks.push({ name: 'offered', sql: 'lists_tools AS offered' });
  if (failures) marks.push({ name: 'failed', sql: 'failed' });
  return marks;
}

/** What is gathered of a run beside its calls. */
export function gatheredOf(table: CallTable, dialect: Dialect): readonly string[] {
  const { gathered, offers, isRun } = table;
  const columns = [`${anyOf(table.doubts, isRun, dialect)} AS doubtful`];
  if (offers !== null) columns.push(`${anyOf([offers.where], isRun, dialect)} AS lists_tools`);
  return [...columns, ...gathered.map(([name, aggregate]) => `${aggregate} AS ${name}`)];
}

/** What follows the columns that are gathered of each run. */
export function fromOf({ from, where, id, isRun }: CallTable): string {
  const condition = where === null ? '' : `\n  WHERE ${where}`;
  return `FROM ${from}${condition}${isRun ? '' : `\n  GROUP BY ${id}`}`;
}

const OTHERS = (set: ToolSet): { set: ToolSet; isNegated: boolean } => ({ set, isNegated: true });

/** The columns of the first, second, … record of calls. */
function letter(calls: number): string {
  return String.fromCharCode('a'.charCodeAt(0) + calls);
}

/** The number of calls that are in a set, or of all that are not: of a run, or of a row that is a run. */
function countOf(
  set: ToolSet,
  isNegated: boolean,
  { shape, where, tool, server }: CallsOfRow,
  isGrouped: boolean,
  dialect: Dialect,
): string {
  const isList = shape === 'list';
  const columns = isList
    ? { tool: ITEM.tool, server: server === null ? null : ITEM.server }
    : { tool, server };
  const met = conditionOf(set, columns, dialect);
  if (met === null && !isNegated) return '0';
  const condition = met === null ? null : isNegated ? `NOT ${met}` : met;
  if (isList) {
    const items = dialect.countItems({ tools: tool, servers: server }, condition ?? '1 = 1');
    if (isGrouped) return dialect.sumIf(items, where);
    return where === null ? items : dialect.choose(where, items, '0');
  }
  const parts = [where, condition].flatMap((part) => (part === null ? [] : [part]));
  return parts.length === 0 ? dialect.count : dialect.countIf(parts.join(' AND '));
}

/** The number of failed calls of a run; 0 where no record of calls says it. */
function countFailed(calls: readonly CallsOfRow[], dialect: Dialect): string {
  const [record] = calls;
  if (record === undefined || !knowsFailures(calls)) return '0';
  const parts = [record.where, record.failed].flatMap((part) => (part === null ? [] : [part]));
  return dialect.countIf(parts.join(' AND '));
}

/** Whether it is recorded which calls failed. */
export function knowsFailures(calls: readonly CallsOfRow[]): boolean {
  return calls.length === 1 && calls[0]?.shape === 'row' && calls[0].failed !== null;
}

/** 1 where a row of the run meets one of the conditions, and 0 otherwise. */
function anyOf(conditions: readonly string[], isRun: boolean, dialect: Dialect): string {
  if (conditions.length === 0) return '0';
  const condition = `(${conditions.join(' OR ')})`;
  return dialect.choose(isRun ? condition : `${dialect.countIf(condition)} > 0`, '1', '0');
}

/** The count of a kind by the first record of calls that the run has. */
function chooseCount(
  records: number,
  place: string,
  places: readonly string[],
  dialect: Dialect,
): string {
  let chosen = `${letter(records - 1)}${place}`;
  for (let record = records - 2; record >= 0; record--)
    chosen = dialect.choose(`${totalOf(record, places)} > 0`, `${letter(record)}${place}`, chosen);
  return chosen;
}

/** 1 where the run is in doubt: a row of it says so, or all of them together. */
export function doubtOf({ runDoubts }: CallTable, dialect: Dialect): string {
  if (runDoubts.length === 0) return 'doubtful';
  return dialect.choose(['doubtful > 0', ...runDoubts].join(' OR '), '1', '0');
}

function totalOf(record: number, places: readonly string[]): string {
  return places.map((i) => `${letter(record)}${i}`).join(' + ');
}
