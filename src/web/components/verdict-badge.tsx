import type { JSX } from 'preact';
import type { Verdict } from '#core';
import { GLYPHS, LABELS } from '#reporters';

/** A verdict as a sign and a word: never by colour alone. */
export function VerdictBadge({ verdict }: { readonly verdict: Verdict }): JSX.Element {
  return (
    <span class={`verdict ${verdict}`}>
      <span aria-hidden="true">{GLYPHS[verdict]}</span> {LABELS[verdict]}
    </span>
  );
}

/** A verdict as a sign alone, for lists; screen readers get the word. */
export function VerdictSign({ verdict }: { readonly verdict: Verdict | null }): JSX.Element {
  if (verdict === null) return <span class="sign" />;
  return (
    <span class={`sign ${verdict}`}>
      <span aria-hidden="true">{GLYPHS[verdict]}</span>
      <span class="unseen">{LABELS[verdict]}</span>
    </span>
  );
}
