import {
  type CallFinding,
  formatTool,
  policyOf,
  type RedactionPolicy,
  Redactor,
  SECRETS_ONLY,
  shorten,
  type Trace,
  wordsOf,
} from '#core';
import type { TraceScore } from '#run';
import type { LiveSummary } from '#schema';

const MAX_TEXT = 200;
const MAX_TOOLS = 50;
const POLICY: RedactionPolicy = policyOf('secrets') ?? SECRETS_ONLY;

/** What lists show of a run. Secrets are out of it: it is stored, searched and sent to pages. */
export function summariseRun(trace: Trace, score: TraceScore, spans: number): LiveSummary {
  const redactor = new Redactor(POLICY, { numbered: false });
  const nameOf = (call: Trace['calls'][number]): string =>
    shorten(redactor.name(formatTool(call)), MAX_TEXT);
  const { findings } = score.checked;
  const counts: Partial<Record<CallFinding, number>> = {};
  for (const finding of findings.flat()) counts[finding] = (counts[finding] ?? 0) + 1;
  const unknown = trace.calls.filter((_, i) => findings[i]?.includes('hallucinated') === true);
  const why = score.why ?? trace.error;
  return {
    question: questionOf(trace, redactor),
    tools: distinct(trace.calls.map(nameOf)),
    calls: trace.calls.length,
    spans,
    findings: counts,
    unknownTools: distinct(unknown.map(nameOf)),
    hasOffers: trace.offered !== null,
    test: score.test,
    why: why === null ? null : shorten(redactor.text(why), MAX_TEXT),
    model: trace.model === undefined ? null : redactor.name(trace.model),
    agent: trace.agent === null ? null : redactor.name(trace.agent),
    durationMs: trace.durationMs ?? null,
  };
}

/** What lists show of a trace without a run that could be read. */
export function summariseOther(why: string | null, spans: number): LiveSummary {
  const redactor = new Redactor(POLICY, { numbered: false });
  return {
    question: null,
    tools: [],
    calls: 0,
    spans,
    findings: {},
    unknownTools: [],
    hasOffers: false,
    test: null,
    why: why === null ? null : shorten(redactor.text(why), MAX_TEXT),
    model: null,
    agent: null,
    durationMs: null,
  };
}

/** The beginning is enough, but a secret must not be cut in two before it is found. */
function questionOf(trace: Trace, redactor: Redactor): string | null {
  const { question } = wordsOf(trace);
  if (question === null) return null;
  return shorten(redactor.text(question.slice(0, 20 * MAX_TEXT)), MAX_TEXT);
}

function distinct(names: readonly string[]): readonly string[] {
  return [...new Set(names)].slice(0, MAX_TOOLS);
}
