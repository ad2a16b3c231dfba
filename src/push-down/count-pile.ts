import type { CountedPile, CountedTool } from '#core';
import type { WarehouseTable } from '#readers';
import { checkRows } from './check-rows.ts';
import { ALL_CALLS } from './plan-counts.ts';
import { countStatement, knowsFailures } from './sql/count-statement.ts';
import { dialectOf } from './sql/dialects.ts';
import { TOOL_COLUMNS, toolStatement } from './sql/tool-statement.ts';
import { tableOfStore } from './table-of-store.ts';

/** What was counted, or why traces must be streamed. */
export type CountedOrWhy = { readonly pile: CountedPile } | { readonly why: string };

/** Counts calls and tools of all runs of a table. */
export async function countPile(open: WarehouseTable): Promise<CountedOrWhy> {
  const countable = tableOfStore(open);
  if ('why' in countable) return countable;
  const { table } = countable;
  const dialect = dialectOf(open.store.engine);
  if (dialect.id === 'postgres' && table.calls.length > 1)
    return { why: 'its calls are recorded in several ways' };
  const checked = await checkRows(open, table, null, dialect);
  if ('why' in checked) return checked;
  const isKnown = knowsFailures(table.calls);
  const sizes = await open.query(countStatement(ALL_CALLS, table, dialect, true), [
    'n0',
    'doubt',
    'failed',
    'runs',
  ]);
  const doubtful = sizes.filter(([, doubt]) => doubt !== '0');
  if (doubtful.length > 0) {
    const runs = doubtful.reduce((sum, [, , , some]) => sum + Number(some), 0);
    return { why: `${runs} runs must be read` };
  }
  const tools = await open.query(toolStatement(table, dialect), TOOL_COLUMNS);
  return {
    pile: {
      sizes: sizes.map((cells) => {
        const [calls, , failed, runs] = cells.map(Number) as [number, number, number, number];
        return { calls, failed: isKnown ? failed : null, runs };
      }),
      tools: tools.map((cells) => toTool(cells, isKnown)),
    },
  };
}

function toTool(
  [tool = '', server = '', ...cells]: readonly string[],
  isKnown: boolean,
): CountedTool {
  const numbers = cells.map(Number) as [number, number, number, number, number, number];
  const [runs, calls, squares, products, failed, failedRuns] = numbers;
  return {
    tool: { server: server === '' ? null : server, name: tool },
    runs,
    calls,
    squares,
    products,
    failed: isKnown ? { calls: failed, runs: failedRuns } : null,
  };
}
