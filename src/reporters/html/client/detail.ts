import type { Capped, Share, UnmeasuredRun } from '#core';
import { formatStopped } from '../../wording/stopped.ts';
import { verdictTag } from './badge.ts';
import { type CaseChoice, casesSection } from './cases.ts';
import { confusionSection } from './confusion.ts';
import { code, data, el } from './dom.ts';
import { formatNumber, formatInterval, formatValue, formatCount } from '../../values/value.ts';
import { gatesSections } from './gates.ts';
import type { Evidence } from './items.ts';
import { runLabel } from './run-label.ts';
import { scoreSection } from './score.ts';
import { cutNote, section } from './section.ts';

/** Everything the report knows of one test or eval. */
export function detail(evidence: Evidence, choice: CaseChoice): HTMLElement {
  const noun = 'cases' in evidence && evidence.repeats === undefined ? 'case' : 'run';
  // Of a test one wants to see what happened; of an eval how it scored.
  const layout = {
    showRuns: evidence.runs + evidence.errors > 1,
    metricsFirst: 'cases' in evidence,
  };
  const title = el('h2', '', data(evidence.name));
  title.tabIndex = -1;
  return el(
    'article',
    '',
    el('div', 'title', verdictTag(evidence.verdict), title),
    el(
      'p',
      'facts',
      el('span', 'part', `${formatCount(evidence.runs, noun)} measured`),
      evidence.partial === undefined
        ? null
        : el('span', 'part', `${formatCount(evidence.partial, noun)} partial`),
      evidence.errors === 0
        ? null
        : el('span', 'part ink-error', `${formatCount(evidence.errors, noun)} not measured`),
      stopped(evidence),
      passing(evidence.passing, noun),
      evidence.suite === null
        ? null
        : el('span', 'part', code(`${evidence.suite.file}:${evidence.suite.line}`)),
    ),
    ...gatesSections(evidence),
    unmeasuredSection(evidence.unmeasured, noun),
    'cases' in evidence ? confusionSection(evidence) : null,
    'cases' in evidence ? casesSection(evidence, choice) : null,
    ...judgedLast(evidence.scores).map((score) => scoreSection(score, evidence.gates, layout)),
  );
}

function judgedLast(scores: Evidence['scores']): Evidence['scores'] {
  return scores.toSorted((a, b) => Number(a.judged) - Number(b.judged));
}

/** That fewer runs were made than planned, because those decided the gates. */
function stopped(evidence: Evidence): HTMLElement | null {
  if ('cases' in evidence || evidence.planned === undefined) return null;
  return el('span', 'part', formatStopped(evidence.runs + evidence.errors, evidence.planned));
}

function passing({ k, n, rate, interval }: Share, noun: string): HTMLElement | null {
  // Of a single run the verdict says it all.
  if (rate === null || n < 2) return null;
  const bounds = interval === null ? '' : `, 95 % interval ${formatInterval(interval, 'ratio')}`;
  const text = `${formatNumber(k)} of ${formatCount(n, noun)} pass alone: ${formatValue(rate, 'ratio')}${bounds}`;
  return el('span', 'part', text);
}

function unmeasuredSection(
  { total, items }: Capped<UnmeasuredRun>,
  noun: string,
): HTMLElement | null {
  if (total === 0) return null;
  const entries = items.map((run) =>
    el(
      'li',
      'issue error',
      el('span', 'issue-head', runLabel(run), run.where === null ? null : code(run.where)),
      data(run.message, 'issue-message'),
      el('span', 'issue-code', code(run.code)),
    ),
  );
  return section(
    'Not measured',
    el('ul', 'issues', ...entries),
    cutNote(items.length, total, `${noun}s that could not be measured`),
  );
}
