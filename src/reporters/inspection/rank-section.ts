import type { ToolUse } from '#core';
import { name, nameColumn } from '../document/index.ts';
import { formatNumber } from '../values/value.ts';
import { money, duration } from '../values/amounts.ts';
import type { Section } from './section.ts';

/** How many tools a ranking lists. */
const RANKED = 5;

/** The tools with the most of something first. */
export function rankSection(
  title: string,
  uses: readonly ToolUse[],
  rank: (use: ToolUse) => { by: number; cells: readonly string[] } | null,
  columns: Section['columns'],
  brief: number,
): Section {
  const ranked = uses
    .flatMap((use) => {
      const place = rank(use);
      return place === null ? [] : [{ ...place, tool: use.tool }];
    })
    .sort((a, b) => b.by - a.by || (a.tool < b.tool ? -1 : 1));
  return {
    title,
    tone: 'plain',
    brief,
    columns: [nameColumn('tool'), ...columns],
    rows: ranked.slice(0, RANKED).map(({ tool, cells }) => [name(tool), ...cells]),
    total: ranked.length,
  };
}

export function slowness({ durations }: ToolUse): { by: number; cells: readonly string[] } | null {
  if (durations === null) return null;
  const { medianMs, p95Ms, maxMs, calls } = durations;
  return { by: p95Ms, cells: [...[medianMs, p95Ms, maxMs].map(duration), formatNumber(calls)] };
}

export function toolCost({ cost }: ToolUse): { by: number; cells: readonly string[] } | null {
  return cost === null ? null : { by: cost, cells: [money(cost)] };
}

export function runCost({
  runCost: cost,
}: ToolUse): { by: number; cells: readonly string[] } | null {
  return cost === null ? null : { by: cost, cells: [money(cost)] };
}
