import type { CallVerdict } from '#core';
import type { ShownCall } from '../../components/conversation/call-view.tsx';

/** What a verdict of a call means, in words. */
const WORDS: Readonly<Record<CallVerdict, string>> = {
  hit: 'as expected',
  repeat: 'repeats what was met',
  unexpected: 'not expected',
  mismatch: 'not as labelled',
  forbidden: 'forbidden',
  hallucinated: 'not an offered tool',
  invalid_args: 'arguments break the schema',
  unparsed_args: 'arguments are not JSON',
  failed: 'failed',
  duplicate: 'repeats an equal call',
  redacted: 'not measured, because a value is redacted',
  unjudged: 'not judged',
  ok: '',
};

const OPEN: ReadonlySet<string> = new Set<CallVerdict>(['redacted', 'unjudged']);
const RIGHT: ReadonlySet<string> = new Set<CallVerdict>(['hit', 'repeat', 'ok']);

/** Whether a verdict is a complaint; a saved report may have verdicts of a later version. */
export function isComplaint(verdict: string | undefined): boolean {
  return verdict !== undefined && !RIGHT.has(verdict) && !OPEN.has(verdict);
}

/** The words and the tone of a call with this verdict. */
export function toneOfCall(verdict: CallVerdict | undefined): Pick<ShownCall, 'words' | 'tone'> {
  if (verdict === undefined) return {};
  const words =
    (WORDS as Readonly<Record<string, string>>)[verdict] ?? verdict.replaceAll('_', ' ');
  if (OPEN.has(verdict)) return { words, tone: 'open' };
  return { words, ...(verdict === 'ok' ? {} : { tone: RIGHT.has(verdict) ? 'right' : 'wrong' }) };
}
