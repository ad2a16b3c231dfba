import type { DriftReport, PileReport } from '#core';
import {
  concat,
  type Document,
  type Group,
  type Note,
  prose,
  type Text,
} from '../document/index.ts';
import { figuresGroup, gateBlocks, missingFigures } from '../parts/figures.ts';
import { issueText, warningGroups } from '../parts/warnings.ts';
import { formatCount, formatNumber } from '../values/value.ts';
import { VERDICT_WORDS } from '../wording/headline.ts';
import { meanGroups, rateGroups } from './figure-groups.ts';
import { toolGroups } from './tools-groups.ts';

const RUNS_SHOWN = { brief: 4, full: 200 };
const WARNINGS_OF_A_CODE = 2;

/** What changed between two piles: tools, rates, use, then the gates. */
export function driftDocument(report: DriftReport): Document {
  const { verdict, gates } = report;
  const isJudged = gates.length > 0 || verdict !== 'pass';
  return {
    version: report.version,
    blocks: [
      {
        kind: 'headline',
        command: 'drift',
        tone: verdict,
        verdict: isJudged ? VERDICT_WORDS[verdict] : null,
        isVerdictLast: true,
        parts: summaryParts(report),
      },
      ...smallNote(report),
      ...toolGroups(report),
      ...rateGroups(report),
      ...meanGroups(report),
      ...unmeasuredGroup('Not measured before', report.before),
      ...unmeasuredGroup('Not measured after', report.after),
      ...warningGroups(report, WARNINGS_OF_A_CODE),
      ...missingFigures(report),
      ...figuresGroup(report),
      ...gateBlocks(report),
    ],
  };
}

function summaryParts({ before, after, tools }: DriftReport): Text[] {
  const drifted = tools.items.filter(({ hasChanged }) => hasChanged).length;
  return [
    pilePart(before, 'before'),
    pilePart(after, 'after'),
    formatCount(tools.total, 'tool'),
    isCompared(before, after) ? driftedText(drifted) : 'nothing to compare',
    ...lostParts(before, 'before'),
    ...lostParts(after, 'after'),
  ];
}

/** `40 runs before (before.jsonl as native)`. */
function pilePart({ runs, source, formats }: PileReport, word: string): Text {
  const names = formats.map(({ format }) => format).join(', ');
  return concat(
    `${formatCount(runs.measured, 'run')} ${word} (`,
    prose(source),
    names === '' ? ')' : ` as ${names})`,
  );
}

function driftedText(drifted: number): string {
  return drifted === 0 ? 'no tool drifted' : `${formatNumber(drifted)} drifted`;
}

function isCompared(before: PileReport, after: PileReport): boolean {
  return before.runs.measured > 0 && after.runs.measured > 0;
}

function lostParts({ runs: { errors, partial } }: PileReport, word: string): string[] {
  const parts: string[] = [];
  if (partial > 0) parts.push(`${formatCount(partial, 'partial run')} ${word} left out`);
  if (errors > 0) parts.push(`${formatCount(errors, 'run')} ${word} not measured`);
  return parts;
}

/** A sample that could not show anything is not a sample without drift. */
function smallNote({ rules, before, after }: DriftReport): Note[] {
  if (rules.canDiffer || !isCompared(before, after)) return [];
  const [runsBefore, other] = [before.runs.measured, after.runs.measured];
  const tests = formatCount(Math.max(1, rules.tests), 'tool');
  const text = `too few runs: with ${formatNumber(runsBefore)} and ${formatNumber(other)} no change among ${tests} could be significant`;
  return [{ kind: 'note', tone: 'warning', isMarked: true, text }];
}

function unmeasuredGroup(title: string, { unmeasured: { items, total } }: PileReport): Group[] {
  if (total === 0) return [];
  const lines = items.map((item) => ({ text: issueText(item) }));
  return [
    {
      kind: 'group',
      tone: 'error',
      title,
      total,
      blocks: [{ kind: 'list', layout: 'lines', items: lines, total, cap: RUNS_SHOWN }],
    },
  ];
}
