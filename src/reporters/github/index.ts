import type { EvalReport, ReportIssue, TestReport, Verdict } from '#core';
import { headlineOf, sentenceOf } from '../comparison/sentence.ts';
import { rawText } from '../document/index.ts';
import { makeVisible } from '../escape/visible.ts';
import { escapeCommandData } from '../escape/workflow-command.ts';
import type { Reporter } from '../reporter.ts';
import { describe } from '../wording/plain.ts';
import { clip } from '../values/clip.ts';
import { formatCount } from '../values/value.ts';
import { verdictLine } from '../wording/verdict-line.ts';
import { formatAnnotation, parsePlace } from './command.ts';

const TITLE_LENGTH = 500;

/** GitHub shows no more than ten annotations of a level per step. */
const SHOWN = 10;

/**
 * Workflow commands and nothing else: an annotation at the suite's line for each test and eval that did not pass,
 * warnings folded into a group whose title is the verdict.
 */
export const github: Reporter = function* github(report) {
  const { word, parts, why } = verdictLine(report);
  const measured: readonly (TestReport | EvalReport)[] = [...report.tests, ...report.evals];
  const ended = (verdict: Verdict): (TestReport | EvalReport)[] =>
    measured.filter((each) => each.verdict === verdict);
  const title = `whichtool ${word}: ${[...parts, ...why.map(rawText)].join(' · ')}`;
  yield `::group::${escapeCommandData(makeVisible(clip(title, TITLE_LENGTH)))}\n`;
  const issues = (severity: ReportIssue['severity']): ReportIssue[] =>
    report.issues.filter((issue) => issue.severity === severity);
  yield* annotateFirst([...ended('inconclusive'), ...issues('warning')], 'warning');
  yield '::endgroup::\n';
  yield* annotateFirst([...ended('fail'), ...ended('error'), ...issues('error')], 'error');
  const { baseline } = report;
  if (baseline?.regression != null && baseline.regression.outcome !== 'pass') {
    const lines = baseline.parts.map((part) => `${part.name}: ${sentenceOf(part)}`);
    const level = baseline.regression.outcome === 'inconclusive' ? 'warning' : 'error';
    yield formatAnnotation(level, {}, `baseline: ${headlineOf(baseline)}`, lines);
  }
};

type Subject = TestReport | EvalReport | ReportIssue;

function* annotateFirst(
  subjects: readonly Subject[],
  level: 'error' | 'warning',
): Iterable<string> {
  for (const subject of subjects.slice(0, SHOWN)) yield annotate(subject, level);
  const more = subjects.length - SHOWN;
  if (more <= 0) return;
  const text = `${formatCount(more, `more ${level}`)}: see the step summary`;
  yield formatAnnotation('notice', {}, 'whichtool', [text]);
}

function annotate(subject: Subject, level: 'error' | 'warning'): string {
  if ('gates' in subject) {
    return formatAnnotation(level, subject.suite ?? {}, subject.name, describe(subject));
  }
  const { where, code, message, hint } = subject;
  const lines = hint === null ? [message] : [message, `hint: ${hint}`];
  return formatAnnotation(level, parsePlace(where), code, lines);
}
