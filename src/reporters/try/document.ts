import { formatP, formatShare } from '../comparison/wording.ts';
import {
  type Block,
  type Cell,
  type Code,
  concat,
  type Document,
  type Group,
  type List,
  type Note,
  name,
  nameColumn,
  numberColumn,
  prose,
  proseColumn,
  type Row,
  type Table,
  type Text,
  textColumn,
} from '../document/index.ts';
import { warningGroups } from '../parts/warnings.ts';
import { formatCount, formatNumber } from '../values/value.ts';
import type {
  PairedCases,
  TriedCell,
  TriedEval,
  TriedShares,
  TriedTests,
  TryReport,
} from './try-report.ts';
import {
  agentLines,
  explainCell,
  explainChange,
  explainTests,
  groupCells,
  headlineOf,
  type PatchLines,
  patchLines,
  toneOf,
  verdictText,
} from './wording.ts';

const TOOLS_SHOWN = { brief: 20, full: 200 };
const CELLS_SHOWN = { brief: 15, full: 200 };
const CASES_SHOWN = { brief: 8, full: 50 };
const LINE_LENGTH = 2000;

/** A trial: what got worse, what got better, then what the model sees now. */
export function tryDocument(report: TryReport): Document {
  const { verdict, errors, evals, tests, patch, agents = [] } = report;
  const tone = errors > 0 && verdict !== 'worse' ? 'error' : toneOf(verdict);
  const patches = [...patch.map(patchLines), ...agents.map(agentLines)];
  return {
    version: report.version,
    blocks: [
      { kind: 'headline', command: 'try', tone, verdict: headlineOf(report), parts: [] },
      ...(tests === undefined ? [] : [testGroup(tests)]),
      ...evals.map(evalGroup),
      {
        kind: 'group',
        tone: 'plain',
        title: 'What the model sees now',
        blocks: patches.map(patchCode),
      },
      ...warningGroups(report),
    ],
  };
}

function testGroup(tried: TriedTests): Group {
  const again = `${formatNumber(tried.tests.length)} of ${formatCount(tried.allTests, 'test')} run again`;
  const rows = tried.tests.map((test) => testRow(name(test.name), test));
  const sum = rows.length > 1 ? [testRow('all of them', tried)] : [];
  return {
    kind: 'group',
    tone: toneOf(tried.verdict),
    isMarked: true,
    title: `tests: ${again}`,
    blocks: [
      {
        kind: 'table',
        columns: TEST_COLUMNS,
        rows: [...sum, ...rows.slice(0, TOOLS_SHOWN.full)],
        total: sum.length + rows.length,
        cap: TOOLS_SHOWN,
        see: '--json',
      },
      { kind: 'note', text: explainTests(tried) },
      ...identicalNote(tried),
    ],
  };
}

/** Runs that repeat each other are not evidence: p takes each answer of a test once. */
function identicalNote({ identical = 0 }: TriedTests): readonly Note[] {
  if (identical === 0) return [];
  const runs = `${formatCount(identical, 'run')} ${identical === 1 ? 'repeats' : 'repeat'}`;
  const text = `${runs} the answer of an earlier run: p counts each answer of a test once.`;
  return [{ kind: 'note', tone: 'warning', isMarked: true, text }];
}

function testRow(label: Text, tried: TriedShares): Row {
  const { before, after, p } = tried;
  const chances = [p.exact, p.adjusted].map(formatP);
  return {
    cells: [label, shareCell(before), shareCell(after), ...chances, verdictText(tried)],
  };
}

function evalGroup(tried: TriedEval): Group {
  const cells = groupCells(tried.cells).filter((each) => each.cells.length > 0);
  const title = `: ${formatNumber(tried.cases)} of ${formatCount(tried.allCases, 'case')} run again`;
  return {
    kind: 'group',
    tone: toneOf(tried.verdict),
    isMarked: true,
    title: concat(name(tried.name), title),
    blocks: [
      toolTable(tried),
      { kind: 'note', text: explainChange(tried) },
      ...caseList('now failing', tried.brokenCases),
      ...caseList('now passing', tried.fixedCases),
      ...cells.map((each): Group => ({
        kind: 'group',
        tone: each.tone,
        title: each.title,
        blocks: [cellTable(each.cells)],
      })),
    ],
  };
}

const COLUMNS = [
  nameColumn('expected'),
  ...['before', 'after', 'fixed', 'broken'].map(numberColumn),
  // The adjusted p decides.
  { ...numberColumn('p'), isOptional: true },
  numberColumn('adjusted'),
  textColumn(''),
];

const TEST_COLUMNS = [
  nameColumn('test'),
  ...['runs before', 'runs after'].map(numberColumn),
  { ...numberColumn('p'), isOptional: true },
  numberColumn('adjusted'),
  textColumn(''),
];

/** One row for each expected tool, and one for all; a star marks tools of which the model sees something else. */
function toolTable({ tools, ...all }: TriedEval): Table {
  const rows = tools.map((tool) =>
    rowOf(concat(tool.isOverridden ? '* ' : '', name(tool.tool)), tool),
  );
  const sum = tools.length > 1 ? [rowOf('all of them', all)] : [];
  const shown = rows.slice(0, TOOLS_SHOWN.full);
  return {
    kind: 'table',
    columns: COLUMNS,
    rows: [...sum, ...shown],
    total: sum.length + rows.length,
    cap: TOOLS_SHOWN,
    see: '--json',
  };
}

function rowOf(label: Text, paired: PairedCases): Row {
  const { before, after, fixed, broken, p } = paired;
  const counts = [fixed, broken].map(formatNumber);
  const chances = [p.exact, p.adjusted].map(formatP);
  return {
    cells: [label, shareCell(before), shareCell(after), ...counts, ...chances, verdictText(paired)],
  };
}

function shareCell(share: PairedCases['before']): Cell {
  return { text: formatShare(share), short: `${share.k}/${share.n}` };
}

function caseList(title: string, { total, items }: TriedEval['fixedCases']): List[] {
  if (items.length === 0) return [];
  const ids = items.map((id) => ({ text: name(id, 200) }));
  return [{ kind: 'list', layout: 'inline', title, total, items: ids, cap: CASES_SHOWN }];
}

function cellTable(cells: readonly TriedCell[]): Block {
  return {
    kind: 'table',
    isHeadless: true,
    columns: [proseColumn('expected -> called'), numberColumn('cases'), proseColumn('')],
    rows: cells.slice(0, CELLS_SHOWN.full).map((cell) => ({
      cells: [
        concat(name(cell.expected, 32), ' -> ', name(cell.observed, 32)),
        `${cell.before} -> ${cell.after}`,
        { text: explainCell(cell), tone: 'quiet' },
      ],
    })),
    total: cells.length,
    cap: CELLS_SHOWN,
    see: '--json',
  };
}

function patchCode({ title, lines }: PatchLines): Code {
  return {
    kind: 'code',
    language: 'diff',
    title: prose(title),
    lines: lines.map(({ sign, text }) => [`${sign} `, prose(text, LINE_LENGTH)]),
  };
}
