import type { Capped, Finding, InspectionReport, ToolUse } from '#core';
import {
  type Column,
  concat,
  joinTexts,
  name,
  nameColumn,
  numberColumn,
  place,
  prose,
  type Text,
  textColumn,
} from '../document/index.ts';
import { formatCount, formatNumber } from '../values/value.ts';

/** A part of an inspection as a table. */
export interface Section {
  readonly title: string;
  /** A fault of the agent, something to look at, or a plain fact. */
  readonly tone: 'fail' | 'warning' | 'plain';
  /** Where there is room for one screen only: the column that a single line shows beside each name; null: a table. */
  readonly brief: number | null;
  readonly columns: readonly Column[];
  readonly rows: readonly (readonly Text[])[];
  /** How many there are, with those that are not listed. */
  readonly total: number;
}

/** What the traces are, in a few words each. */
export function summaryParts(report: InspectionReport): Text[] {
  const { runs, calls, tools, formats, usage } = report;
  const count = formatCount;
  const parts: Text[] = [
    count(runs.measured, 'run'),
    count(calls, 'call'),
    count(tools.total, 'tool'),
  ];
  if (runs.withoutCalls > 0) parts.push(`${count(runs.withoutCalls, 'run')} without a call`);
  if (runs.partial !== undefined) parts.push(`${count(runs.partial, 'run')} partial`);
  if (runs.errors > 0) parts.push(`${count(runs.errors, 'run')} not measured`);
  const recorded = (of: number): string =>
    of === runs.measured
      ? ''
      : ` (recorded by ${formatNumber(of)} of ${count(runs.measured, 'run')})`;
  const { tokens, cost } = usage;
  if (tokens.runs > 0) parts.push(`${formatNumber(tokens.total)} tokens${recorded(tokens.runs)}`);
  if (cost.runs > 0) parts.push(`cost ${money(cost.total)}${recorded(cost.runs)}`);
  for (const { format, files } of formats) parts.push([`${count(files, 'file')} read as `, format]);
  return parts;
}

/** All tables of an inspection, what is worth most first; empty ones are left out. */
export function sectionsOf(report: InspectionReport): Section[] {
  const { unused, servers, sharedNames, requesters } = report;
  const oddServers = servers.items.filter(
    ({ server, offered }) => offered === false || (server === null && servers.items.length > 1),
  );
  const sections: Section[] = [
    toolsSection(report),
    findingsSection('Names that were not offered', 'fail', report.hallucinated, 'note'),
    findingsSection(
      "Arguments that break the tool's schema",
      'fail',
      report.invalidArguments,
      'why',
    ),
    findingsSection('Failed calls', 'fail', report.failures, null),
    findingsSection('The same call again', 'warning', report.duplicates, null),
    {
      title: 'Offered and never called',
      brief: 0,
      tone: 'warning',
      columns: [nameColumn('tool'), numberColumn('runs that offered it')],
      rows: (unused?.items ?? []).map(({ tool, runs }) => [name(tool), formatNumber(runs)]),
      total: unused?.total ?? 0,
    },
    {
      title: 'Odd servers',
      brief: 3,
      tone: 'warning',
      columns: [
        nameColumn('server'),
        numberColumn('tools'),
        numberColumn('calls'),
        textColumn('why'),
      ],
      rows: oddServers.map(({ server, tools, calls }) => [
        server === null ? 'no server' : name(server),
        formatNumber(tools),
        formatNumber(calls),
        server === null ? 'not recorded' : 'offered no tool',
      ]),
      total: oddServers.length,
    },
    {
      title: 'One name on several servers',
      brief: 1,
      tone: 'warning',
      columns: [nameColumn('name'), textColumn('servers')],
      rows: sharedNames.items.map(({ name: shared, servers: all }) => [name(shared), listed(all)]),
      total: sharedNames.total,
    },
    rankSection(
      'Slowest',
      report.tools.items,
      slowness,
      [
        numberColumn('median'),
        numberColumn('95 %'),
        numberColumn('longest'),
        numberColumn('timed calls'),
      ],
      2,
    ),
    report.tools.items.some(({ cost }) => cost !== null)
      ? rankSection('Most expensive', report.tools.items, toolCost, [numberColumn('cost')], 1)
      : rankSection(
          'In the most expensive runs',
          report.tools.items,
          runCost,
          [numberColumn('cost per run')],
          1,
        ),
    {
      title: 'Who called',
      brief: 1,
      tone: 'plain',
      columns: [nameColumn('requester'), numberColumn('calls')],
      rows:
        requesters.total > 1
          ? requesters.items.map(({ requester, calls }) => [name(requester), formatNumber(calls)])
          : [],
      total: requesters.total > 1 ? requesters.total : 0,
    },
  ];
  return sections.filter(({ total }) => total > 0);
}

function toolsSection({ tools }: InspectionReport): Section {
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
  return invalidArguments === null ? null : invalidArguments + unparsedArguments;
}

/** Nothing for zero, and a question mark for what was not measured. */
function countCell(count: number | null): string {
  if (count === null) return '?';
  return count === 0 ? '' : formatNumber(count);
}

function findingsSection(
  title: string,
  tone: Section['tone'],
  { items, total }: Capped<Finding>,
  column: string | null,
): Section {
  // Hallucinated names rarely have a note.
  const reason = items.some((each) => (each.reason ?? '') !== '') ? column : null;
  const columns = [nameColumn('tool'), numberColumn('calls'), numberColumn('runs')];
  return {
    title,
    tone,
    // Why a call is wrong needs its room; that it was repeated or failed does not.
    brief: column === null ? 1 : null,
    columns: [
      ...columns,
      ...(reason === null ? [] : [{ ...textColumn(reason), isOptional: true }]),
      { ...textColumn('first at'), isOptional: true },
    ],
    rows: items.map((each) => [
      name(each.tool),
      formatNumber(each.calls),
      formatNumber(each.runs),
      ...(reason === null ? [] : [prose(each.reason ?? '')]),
      place(each.where ?? ''),
    ]),
    total,
  };
}

/** How many tools a ranking lists. */
const RANKED = 5;

function rankSection(
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

function slowness({ durations }: ToolUse): { by: number; cells: readonly string[] } | null {
  if (durations === null) return null;
  const { medianMs, p95Ms, maxMs, calls } = durations;
  return { by: p95Ms, cells: [...[medianMs, p95Ms, maxMs].map(duration), formatNumber(calls)] };
}

function toolCost({ cost }: ToolUse): { by: number; cells: readonly string[] } | null {
  return cost === null ? null : { by: cost, cells: [money(cost)] };
}

function runCost({ runCost: cost }: ToolUse): { by: number; cells: readonly string[] } | null {
  return cost === null ? null : { by: cost, cells: [money(cost)] };
}

function listed(names: readonly string[]): Text {
  const shown = joinTexts(
    names.slice(0, 4).map((each) => name(each)),
    ', ',
  );
  return names.length > 4 ? concat(shown, ` and ${names.length - 4} more`) : shown;
}

function money(value: number): string {
  return value >= 1 ? value.toFixed(2) : String(Math.round(value * 1e6) / 1e6);
}

function duration(ms: number): string {
  if (ms < 1000) return `${ms} ms`;
  return ms < 60_000 ? `${(ms / 1000).toFixed(1)} s` : `${(ms / 60_000).toFixed(1)} min`;
}
