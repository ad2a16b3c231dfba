import { formatTool, type ToolSetReport } from '#core';
import {
  type Block,
  type Cap,
  type Code,
  concat,
  type Document,
  type Group,
  name,
  nameColumn,
  numberColumn,
  prose,
  type Table,
  textColumn,
  type Tone,
} from '../document/index.ts';
import { issueText, warningGroups } from '../parts/warnings.ts';
import { formatNumber } from '../values/value.ts';
import { formatClasses } from './classes-yaml.ts';
import { judgedBlocks } from './judged-blocks.ts';
import { explainPair, formatPair, lintGroups, signatureOf, summaryParts } from './wording.ts';

const SERVERS_SHOWN = { brief: 20, full: 200, page: 5_000 };
const TOOLS_SHOWN = { brief: 60, full: 500, page: 10_000 };
const SETS_SHOWN = { brief: 20, full: 200 };
const PAIRS_SHOWN = { brief: 15, full: 200, page: 5_000 };
const FINDINGS_SHOWN = { brief: 3, full: 200, page: 5_000 };

/** The tools, then what is worth a look; the classes can be copied as they stand. */
export function toolsDocument(report: ToolSetReport): Document {
  const odd = report.issues.filter(({ severity }) => severity === 'warning');
  const parts = summaryParts(report);
  return {
    version: report.version,
    blocks: [
      { kind: 'headline', command: 'tools', tone: 'plain', verdict: null, parts },
      ...(report.servers.length > 1 ? [serversGroup(report)] : []),
      ...(report.tools.length > 0 ? [toolsGroup(report)] : []),
      ...setBlocks(report),
      ...judgedBlocks(report),
      ...pairGroups(report),
      ...lintGroup(report),
      ...failureGroups(report),
      ...warningGroups({ issues: odd }),
    ],
  };
}

function group(title: string, total: number, tone: Tone, blocks: readonly Block[]): Group {
  return { kind: 'group', title, total, tone, blocks };
}

function table(columns: Table['columns'], rows: Table['rows'], cap: Cap): Table {
  return { kind: 'table', columns, rows, cap, see: '--json' };
}

function serversGroup({ servers }: ToolSetReport): Group {
  const columns = [nameColumn('server'), numberColumn('tools'), numberColumn('tokens')];
  const rows = servers.map(({ server, tools, tokens }) => ({
    cells: [
      server === null ? 'no server' : name(server),
      formatNumber(tools),
      formatNumber(tokens),
    ],
  }));
  return group('Servers', servers.length, 'plain', [table(columns, rows, SERVERS_SHOWN)]);
}

function toolsGroup({ tools }: ToolSetReport): Group {
  const columns = [nameColumn('tool'), numberColumn('tokens'), textColumn('parameters')];
  const rows = tools.slice(0, TOOLS_SHOWN.page).map((tool) => ({
    cells: [name(formatTool(tool)), formatNumber(tool.tokens), prose(signatureOf(tool))],
  }));
  const all = { ...table(columns, rows, TOOLS_SHOWN), total: tools.length };
  return group('Tools', tools.length, 'plain', [all]);
}

function setBlocks({ sets }: ToolSetReport): Code[] {
  if (sets.length === 0) return [];
  const count = formatNumber(sets.length);
  const block = (detail: 'brief' | 'full'): Code => {
    const more = sets.length - SETS_SHOWN[detail];
    const rest = more > 0 ? [`  # and ${formatNumber(more)} more, see --json`] : [];
    return {
      kind: 'code',
      detail,
      language: 'yaml',
      title: `Probably the same job (${count}), as classes for a suite; read them before you use them`,
      lines: [...formatClasses(sets.slice(0, SETS_SHOWN[detail])), ...rest],
    };
  };
  return [block('brief'), block('full')];
}

function pairGroups({ confusable }: ToolSetReport): Group[] {
  if (confusable.length === 0) return [];
  const items = confusable
    .slice(0, PAIRS_SHOWN.page)
    .map((pair) => ({ text: prose(formatPair(pair)), details: [prose(explainPair(pair))] }));
  return [
    group('Easily taken for each other', confusable.length, 'warning', [
      {
        kind: 'list',
        layout: 'lines',
        items,
        total: confusable.length,
        cap: PAIRS_SHOWN,
        see: '--json',
      },
    ]),
  ];
}

function lintGroup({ lint }: ToolSetReport): Group[] {
  if (lint.length === 0) return [];
  const lists = lintGroups(lint).map(
    ({ title, findings }) =>
      ({
        kind: 'list',
        layout: 'lines',
        title,
        total: findings.length,
        items: findings
          .slice(0, FINDINGS_SHOWN.page)
          .map((each) => ({ text: concat(name(formatTool(each)), ': ', prose(each.message)) })),
        cap: FINDINGS_SHOWN,
      }) as const,
  );
  return [group('Descriptions', lint.length, 'warning', lists)];
}

function failureGroups({ issues }: ToolSetReport): Group[] {
  const failed = issues.filter(({ severity }) => severity === 'error');
  if (failed.length === 0) return [];
  const items = failed.map(({ message, code }) => ({
    text: issueText({ where: null, message, code }),
  }));
  return [group('Not listed', failed.length, 'error', [{ kind: 'list', layout: 'lines', items }])];
}
