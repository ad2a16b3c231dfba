import type { InspectionReport } from '#core';
import {
  concat,
  joinTexts,
  name,
  nameColumn,
  numberColumn,
  type Text,
  textColumn,
} from '../document/index.ts';
import { formatCount, formatNumber } from '../values/value.ts';
import { toolsSection } from './tools-section.ts';
import { findingsSection } from './findings-section.ts';
import { rankSection, slowness, toolCost, runCost } from './rank-section.ts';
import type { Section } from './section.ts';
import { money } from '../values/amounts.ts';

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

function listed(names: readonly string[]): Text {
  const shown = joinTexts(
    names.slice(0, 4).map((each) => name(each)),
    ', ',
  );
  return names.length > 4 ? concat(shown, ` and ${names.length - 4} more`) : shown;
}
