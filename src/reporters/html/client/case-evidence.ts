import type { CaseReport, EvalReport } from '#core';
import { verdictTag } from './badge.ts';
import { code, data, el } from './dom.ts';
import { scoreOfRun } from './score.ts';

/** What the report keeps of one case. */
export function caseEvidence({ id, verdict }: CaseReport, evidence: EvalReport): HTMLElement {
  const failures = evidence.unmeasured.items.filter((run) => 'case' in run && run.case === id);
  const scores = evidence.scores
    .map((score) => scoreOfRun(score, { case: id }))
    .filter((found) => found !== null);
  const nothing = failures.length + scores.length === 0;
  return el(
    'article',
    'case-evidence',
    el('h4', '', verdictTag(verdict), data(id)),
    ...failures.map((run) => el('p', '', data(run.message), ' ', code(run.code))),
    ...scores,
    nothing
      ? el('p', 'note', 'Of its calls none is among the first 100 that a report keeps.')
      : null,
  );
}
