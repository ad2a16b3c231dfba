import type { TestReport } from '#core';
import { makeVisible } from '../escape/visible.ts';
import { clip } from '../wording/clip.ts';
import { partGates } from '../wording/judged.ts';
import { formatStopped } from '../wording/stopped.ts';
import { formatCount, formatNeed, formatValue } from '../wording/value.ts';
import type { Page } from './block.ts';
import { MARKS } from './theme.ts';
import { cutToWidth, textWidth } from './width.ts';

const LEAST_TAIL = 12;

/** A test that passed, in one line: its name, and what its gates saw. */
export function formatPassingLine(test: TestReport, page: Page): string {
  const { theme, width } = page;
  const name = cutToWidth(makeVisible(clip(test.name, 400)), width - 2);
  const start = `${theme.verdict.pass(MARKS.pass)} ${name}`;
  const left = width - 4 - textWidth(name);
  if (left < LEAST_TAIL) return start;
  return `${start}  ${theme.dim(cutToWidth(makeVisible(summarise(test)), left))}`;
}

function summarise(test: TestReport): string {
  const parts: string[] = [];
  if (test.scores.some((score) => score.vacuous)) parts.push('vacuous: nothing expected or called');
  if (test.planned !== undefined) parts.push(formatStopped(test.runs, test.planned));
  else if (test.runs > 1) parts.push(formatCount(test.runs, 'run'));
  const { deterministic, judged } = partGates(test.gates);
  for (const gate of [...deterministic, ...judged].slice(0, 3)) {
    const kind = gate.judged === true ? 'judged, ' : '';
    const needs = `${kind}${gate.source === 'default' ? 'default gate' : 'needs'}`;
    const seen = formatValue(gate.observed, gate.unit);
    parts.push(`${clip(gate.metric, 100)} ${seen}, ${needs} ${formatNeed(gate)}`);
  }
  if (test.gates.length > 3) parts.push(formatCount(test.gates.length - 3, 'more gate'));
  if (test.gates.length === 0) parts.push('no gate', ...firstMetrics(test));
  return parts.join(' · ');
}

function firstMetrics(test: TestReport): string[] {
  return test.scores
    .flatMap((score) =>
      Object.entries(score.metrics).map(([metric, value]) => {
        const unit = Object.hasOwn(score.units, metric) ? score.units[metric] : undefined;
        return `${clip(metric, 100)} ${formatValue(value, unit ?? 'mean')}`;
      }),
    )
    .slice(0, 3);
}
