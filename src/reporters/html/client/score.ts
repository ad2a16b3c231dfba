import type { GateReport, RunLabel, ScoreReport } from '#core';
import { callsByRun, callsList, missesList } from './calls.ts';
import { type Child, code, data, el } from './dom.ts';
import { formatNumber } from '../../values/value.ts';
import { metricsBlock } from './metrics.ts';
import { sameRun } from './run-label.ts';
import { cutNote, table } from './section.ts';

/** How a score is shown: with its run labels only where there are several runs, evidence or metrics first. */
export interface ScoreLayout {
  readonly showRuns: boolean;
  readonly metricsFirst: boolean;
}

/** One scorer's sum with the evidence for it. */
export function scoreSection(
  score: ScoreReport,
  gates: readonly GateReport[],
  { showRuns, metricsFirst }: ScoreLayout,
): HTMLElement {
  const metrics = [metricsBlock(score, gates)];
  const evidence = [classesTable(score), missedBlock(score, showRuns), callsBlock(score, showRuns)];
  return el(
    'section',
    '',
    el('h3', '', data(score.displayName ?? score.scorer), ...marks(score)),
    why(score),
    ...(metricsFirst ? metrics : evidence),
    ...(metricsFirst ? evidence : metrics),
  );
}

/** The evidence that one scorer keeps of a single run or case; null when it keeps none. */
export function scoreOfRun(score: ScoreReport, label: RunLabel): HTMLElement | null {
  const misses = score.misses.items.filter((miss) => sameRun(miss, label));
  const calls = score.calls.filter((call) => sameRun(call, label));
  if (misses.length + calls.length === 0) return null;
  return el(
    'div',
    'block',
    el('h4', '', data(score.displayName ?? score.scorer)),
    calls.length === 0 ? null : callsList(calls),
    misses.length === 0 ? null : missesList(misses, false, missWord(score)),
  );
}

function marks(score: ScoreReport): Child[] {
  return [
    score.displayName === null ? null : el('span', 'kind', data(score.scorer)),
    score.key === null ? null : el('span', 'kind', 'key ', data(score.key)),
    score.purpose === 'qa' ? el('span', 'kind', 'qa, never gates') : null,
    score.judged ? el('span', 'kind', 'judged by a model') : null,
    score.vacuous ? el('span', 'kind', 'vacuous') : null,
  ];
}

function why(score: ScoreReport): HTMLElement | null {
  if (score.missed.length + score.unexpected.length === 0) return null;
  return el(
    'div',
    'why',
    names(score.judged ? 'Not met' : 'Missed', score.missed),
    names('Unexpected', score.unexpected),
  );
}

function names(title: string, list: readonly string[]): HTMLElement | null {
  if (list.length === 0) return null;
  return el('p', '', el('span', 'why-title', title), ...list.map((name) => code(name)));
}

function classesTable({ classes }: ScoreReport): HTMLElement | null {
  if (classes === undefined || classes.length === 0) return null;
  const rows = classes.map(({ name, hits, misses, matched_by }): Child[] => [
    code(name),
    formatNumber(hits),
    misses === 0 ? '0' : el('strong', 'ink-fail', formatNumber(misses)),
    hits + misses === 0 ? null : `${Math.floor((100 * hits) / (hits + misses))} %`,
    matched_by.length === 0 ? null : el('span', 'list', ...matched_by.map((tool) => code(tool))),
  ]);
  const columns = ['Class', '#Hits', '#Misses', '#Recall', 'Matched by'];
  return table('folds', 'Classes', columns, rows);
}

/** A judge finds something not met; a trace misses it. */
function missWord({ judged }: ScoreReport): 'missed' | 'not met' {
  return judged ? 'not met' : 'missed';
}

function missedBlock(score: ScoreReport, showRuns: boolean): HTMLElement | null {
  const { misses } = score;
  if (misses.total === 0) return null;
  return el(
    'div',
    'block',
    el('h4', '', score.judged ? 'Not met or not judged' : 'Missed expectations'),
    missesList(misses.items, showRuns, missWord(score)),
    cutNote(misses.items.length, misses.total, 'missed expectations'),
  );
}

function callsBlock(score: ScoreReport, showRuns: boolean): HTMLElement | null {
  const { calls, callsTotal, worst } = score;
  if (calls.length === 0) return null;
  const total = Object.values(callsTotal).reduce((sum, count) => sum + count, 0);
  return el(
    'div',
    'block',
    el('h4', '', 'Calls'),
    ...(showRuns ? callsByRun(calls, worst) : [callsList(calls)]),
    cutNote(calls.length, total, 'calls, at most 100 of each verdict'),
  );
}
