import type { Capped, Finding, InspectionReport, ToolUse } from '#core';

/** A part of an inspection as a table, the same for every way of showing it. */
export interface Section {
  readonly title: string;
  /** How bad it is: a fault of the agent, something to look at, or a plain fact. */
  readonly tone: 'bad' | 'odd' | 'plain';
  /** Where there is room for one screen only: the column that a single line shows beside each name; null: a table. */
  readonly brief: number | null;
  /** A column of numbers stands to the right. */
  readonly columns: readonly { readonly name: string; readonly isNumber: boolean }[];
  readonly rows: readonly (readonly string[])[];
  /** How many there are, with those that are not listed. */
  readonly total: number;
}

/** What the traces are, in a few words each. */
export function summaryParts(report: InspectionReport): string[] {
  const { runs, calls, tools, formats, usage } = report;
  const count = (value: number, noun: string): string =>
    `${grouped(value)} ${noun}${value === 1 ? '' : 's'}`;
  const parts = [count(runs.measured, 'run'), count(calls, 'call'), count(tools.total, 'tool')];
  if (runs.withoutCalls > 0) parts.push(`${count(runs.withoutCalls, 'run')} without a call`);
  if (runs.partial !== undefined) parts.push(`${count(runs.partial, 'run')} partial`);
  if (runs.errors > 0) parts.push(`${count(runs.errors, 'run')} not measured`);
  const recorded = (of: number): string =>
    of === runs.measured ? '' : ` (recorded by ${grouped(of)} of ${count(runs.measured, 'run')})`;
  const { tokens, cost } = usage;
  if (tokens.runs > 0) parts.push(`${grouped(tokens.total)} tokens${recorded(tokens.runs)}`);
  if (cost.runs > 0) parts.push(`cost ${money(cost.total)}${recorded(cost.runs)}`);
  for (const { format, files } of formats) parts.push(`${count(files, 'file')} read as ${format}`);
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
    findingsSection('Names that were not offered', 'bad', report.hallucinated, 'note'),
    findingsSection(
      "Arguments that break the tool's schema",
      'bad',
      report.invalidArguments,
      'why',
    ),
    findingsSection('Failed calls', 'bad', report.failures, null),
    findingsSection('The same call again', 'odd', report.duplicates, null),
    {
      title: 'Offered and never called',
      brief: 0,
      tone: 'odd',
      columns: [text('tool'), number('runs that offered it')],
      rows: (unused?.items ?? []).map(({ tool, runs }) => [tool, grouped(runs)]),
      total: unused?.total ?? 0,
    },
    {
      title: 'Odd servers',
      brief: 3,
      tone: 'odd',
      columns: [text('server'), number('tools'), number('calls'), text('why')],
      rows: oddServers.map(({ server, tools, calls }) => [
        server ?? 'no server',
        grouped(tools),
        grouped(calls),
        server === null ? 'not recorded' : 'offered no tool',
      ]),
      total: oddServers.length,
    },
    {
      title: 'One name on several servers',
      brief: 1,
      tone: 'odd',
      columns: [text('name'), text('servers')],
      rows: sharedNames.items.map(({ name, servers: all }) => [name, listed(all)]),
      total: sharedNames.total,
    },
    rankSection(
      'Slowest',
      report.tools.items,
      slowness,
      [number('median'), number('95 %'), number('longest'), number('timed calls')],
      2,
    ),
    report.tools.items.some(({ cost }) => cost !== null)
      ? rankSection('Most expensive', report.tools.items, ownCost, [number('cost')], 1)
      : rankSection(
          'In the most expensive runs',
          report.tools.items,
          runCost,
          [number('cost per run')],
          1,
        ),
    {
      title: 'Who called',
      brief: 1,
      tone: 'plain',
      columns: [text('requester'), number('calls')],
      rows:
        requesters.total > 1
          ? requesters.items.map(({ requester, calls }) => [requester, grouped(calls)])
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
  // A column without a count tells nothing; why a count is missing is said once for all tools.
  const shown = optional.filter(([, pick]) => items.some((use) => (pick(use) ?? 0) > 0));
  return {
    title: 'Tools',
    brief: null,
    tone: 'plain',
    columns: [
      text('tool'),
      number('calls'),
      number('share'),
      number('runs'),
      ...shown.map(([name]) => number(name)),
    ],
    rows: items.map((use) => [
      use.tool,
      grouped(use.calls),
      `${(use.share * 100).toFixed(1)} %`,
      grouped(use.runs),
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
  return count === 0 ? '' : grouped(count);
}

/** The figures that were not measured, by reason. */
export function notMeasuredLines({ notMeasured = {} }: InspectionReport): string[] {
  const byReason = new Map<string, string[]>();
  for (const [id, reason] of Object.entries(notMeasured)) {
    const ids = byReason.get(reason);
    if (ids === undefined) byReason.set(reason, [id]);
    else ids.push(id);
  }
  return [...byReason].map(([reason, ids]) => `${ids.join(', ')}: ${reason}`);
}

function findingsSection(
  title: string,
  tone: Section['tone'],
  { items, total }: Capped<Finding>,
  column: string | null,
): Section {
  // Hallucinated names rarely have a note.
  const reason = items.some((one) => (one.reason ?? '') !== '') ? column : null;
  const columns = [text('tool'), number('calls'), number('runs')];
  return {
    title,
    tone,
    // Why a call is wrong needs its room; that it was repeated or failed does not.
    brief: column === null ? 1 : null,
    columns: [...columns, ...(reason === null ? [] : [text(reason)]), text('first at')],
    rows: items.map((one) => [
      one.tool,
      grouped(one.calls),
      grouped(one.runs),
      ...(reason === null ? [] : [one.reason ?? '']),
      one.where ?? '',
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
    columns: [text('tool'), ...columns],
    rows: ranked.slice(0, RANKED).map(({ tool, cells }) => [tool, ...cells]),
    total: ranked.length,
  };
}

function slowness({ durations }: ToolUse): { by: number; cells: readonly string[] } | null {
  if (durations === null) return null;
  const { medianMs, p95Ms, maxMs, calls } = durations;
  return { by: p95Ms, cells: [...[medianMs, p95Ms, maxMs].map(duration), grouped(calls)] };
}

function ownCost({ cost }: ToolUse): { by: number; cells: readonly string[] } | null {
  return cost === null ? null : { by: cost, cells: [money(cost)] };
}

function runCost({ runCost: cost }: ToolUse): { by: number; cells: readonly string[] } | null {
  return cost === null ? null : { by: cost, cells: [money(cost)] };
}

function text(name: string): Section['columns'][number] {
  return { name, isNumber: false };
}

function number(name: string): Section['columns'][number] {
  return { name, isNumber: true };
}

function listed(names: readonly string[]): string {
  const shown = names.slice(0, 4).join(', ');
  return names.length > 4 ? `${shown} and ${names.length - 4} more` : shown;
}

/** `1,234,567`. */
export function grouped(value: number): string {
  return String(value).replace(/\B(?<!\.\d*)(?=(\d{3})+(?!\d))/g, ',');
}

function money(value: number): string {
  return value >= 1 ? value.toFixed(2) : String(Math.round(value * 1e6) / 1e6);
}

function duration(ms: number): string {
  if (ms < 1000) return `${ms} ms`;
  return ms < 60_000 ? `${(ms / 1000).toFixed(1)} s` : `${(ms / 60_000).toFixed(1)} min`;
}
