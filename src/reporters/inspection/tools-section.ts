import type { InspectionReport, ToolUse } from '#core';
import { name, nameColumn, numberColumn } from '../document/index.ts';
import { formatNumber } from '../values/value.ts';
import type { Section } from './section.ts';

/** The tools that were called, with what came of their calls. */
export function toolsSection({ tools }: InspectionReport): Section {
  const { items } = tools;
  const optional: readonly [string, (use: ToolUse) => number | null][] = [
    ['failed', (use) => use.failed],
    ['denied', (use) => use.denied],
    ['no result', (use) => use.missing],
    ['repeated', (use) => use.duplicate],
    ['not offered', (use) => use.hallucinated],
    ['bad args', badArguments],
  ];
  // A column without a count says nothing; why a count is missing is said once for all tools.
  const shown = optional.filter(([, pick]) => items.some((use) => (pick(use) ?? 0) > 0));
  return {
    title: 'Tools',
    brief: null,
    tone: 'plain',
    columns: [
      nameColumn('tool'),
      numberColumn('calls'),
      numberColumn('share'),
      numberColumn('runs'),
      ...shown.map(([heading]) => ({ ...numberColumn(heading), isOptional: true })),
    ],
    rows: items.map((use) => [
      name(use.tool),
      formatNumber(use.calls),
      `${(use.share * 100).toFixed(1)} %`,
      formatNumber(use.runs),
      ...shown.map(([, pick]) => countCell(pick(use))),
    ]),
    total: tools.total,
  };
}

function badArguments({ invalidArguments, unparsedArguments }: ToolUse): number | null {
  if (invalidArguments === null || unparsedArguments === null) return null;
  return invalidArguments + unparsedArguments;
}

/** Nothing for zero, and a question mark for what was not measured. */
function countCell(count: number | null): string {
  if (count === null) return '?';
  return count === 0 ? '' : formatNumber(count);
}
