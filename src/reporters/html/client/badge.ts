import type { CallVerdict, Verdict } from '#core';
import { GLYPHS, LABELS } from '../verdicts.ts';
import { el } from './dom.ts';

/** The round sign of a verdict, with its word for those who do not see it. */
export function badge(verdict: Verdict): HTMLElement {
  const sign = el('span', `badge ${verdict}`, GLYPHS[verdict]);
  sign.setAttribute('role', 'img');
  sign.setAttribute('aria-label', LABELS[verdict]);
  return sign;
}

/** A verdict as sign and word. */
export function verdictTag(verdict: Verdict): HTMLElement {
  return el('span', `tag ${verdict}`, `${GLYPHS[verdict]} ${LABELS[verdict]}`);
}

const CALL_GLYPHS: Readonly<Partial<Record<CallVerdict, string>>> = {
  hit: '✓',
  ok: '✓',
  repeat: '↻',
  duplicate: '↻',
  mismatch: '≠',
  redacted: '?',
};

/** Verdicts that say what is not known of a call. */
const OPEN: ReadonlySet<CallVerdict> = new Set<CallVerdict>(['redacted', 'unjudged']);

/** Whether a call with this verdict counts against the agent. */
export function isFault(verdict: CallVerdict): boolean {
  return verdict !== 'hit' && verdict !== 'ok' && verdict !== 'repeat';
}

/** What a scorer says of a call, as sign and words. */
export function callTag(verdict: CallVerdict): HTMLElement {
  if (verdict === 'unjudged') return unjudgedTag();
  const fault = OPEN.has(verdict) ? 'error' : 'fail';
  const look = isFault(verdict) ? fault : verdict === 'repeat' ? 'plain' : 'pass';
  return el(
    'span',
    `tag ${look}`,
    `${CALL_GLYPHS[verdict] ?? '✕'} ${verdict.replaceAll('_', ' ')}`,
  );
}

/** That no judge decided. */
export function unjudgedTag(): HTMLElement {
  return el('span', 'tag error', '? not judged');
}
