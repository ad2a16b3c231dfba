import type { GateReport, ScoreReport, TestReport } from '#core';
import { makeVisible } from '../escape/visible.ts';
import { clip } from '../wording/clip.ts';
import { gateName } from '../wording/gate-name.ts';
import { gateNote } from '../wording/gate-note.ts';
import { partGates } from '../wording/judged.ts';
import { formatCount, formatNeed, formatValue } from '../wording/value.ts';
import { innerWidth, type Page } from './block.ts';
import { formatJudged } from './judged.ts';
import { alignRows, type Cell } from './layout.ts';
import { MARKS } from './theme.ts';
import { wrapToWidth } from './width.ts';

const METRIC_LENGTH = 100;
const NOTE_LENGTH = 600;
const SHOWN = 20;

/** The gates that did not hold, with what was seen and what was asked for; judged ones apart; the others only counted. */
export function formatGates(test: TestReport, page: Page): string[] {
  const { gates, scores } = test;
  const { deterministic, judged } = partGates(gates);
  const lines = formatOpen(deterministic, scores, page);
  const open = gates.filter((gate) => gate.outcome !== 'pass').length;
  const held = gates.length - open;
  const last = held > 0 && open > 0 ? [page.theme.dim(`✓ ${formatCount(held, 'gate')} held`)] : [];
  return [...lines, ...formatJudged(test, formatOpen(judged, scores, page), page), ...last];
}

function formatOpen(
  gates: readonly GateReport[],
  scores: readonly ScoreReport[],
  page: Page,
): string[] {
  const open = gates.filter((gate) => gate.outcome !== 'pass');
  const shown = open.slice(0, SHOWN);
  const aligned = alignRows(
    shown.map((gate) => gateRow(gate, scores, page)),
    innerWidth(page),
  );
  const lines = shown.flatMap((gate, index) => [
    ...(aligned[index] ?? []),
    ...formatNote(gateNote(gate), page),
  ]);
  const more = open.length - shown.length;
  if (more > 0)
    lines.push(page.theme.bold(`and ${formatCount(more, 'more gate')} that did not hold`));
  return lines;
}

/** A gate with what was seen and what was asked for, as a row of a table. */
export function gateRow(gate: GateReport, scores: readonly ScoreReport[], page: Page): Cell[] {
  const paint = page.theme.verdict[gate.outcome];
  const name = makeVisible(clip(gateName(gate, scores), METRIC_LENGTH));
  return [
    { text: `${MARKS[gate.outcome]} ${name}`, paint },
    { text: formatValue(gate.observed, gate.unit), paint: page.theme.bold },
    { text: `needs ${formatNeed(gate)}` },
  ];
}

/** The note of a gate or a metric, indented under it; nothing where it is empty. */
export function formatNote(text: string, page: Page): string[] {
  const note = makeVisible(clip(text, NOTE_LENGTH));
  if (note === '') return [];
  return wrapToWidth(note, innerWidth(page) - 2).map((line) => `  ${page.theme.dim(line)}`);
}
