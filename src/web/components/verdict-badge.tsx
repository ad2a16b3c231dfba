import type { JSX } from 'preact';
import type { Verdict } from '#core';

const SIGNS: Readonly<Record<Verdict, readonly [sign: string, word: string]>> = {
  pass: ['✓', 'Passed'],
  fail: ['✗', 'Failed'],
  error: ['!', 'Not measured'],
  inconclusive: ['?', 'Inconclusive'],
};

/** A verdict as a sign and a word: never by colour alone. */
export function VerdictBadge({ verdict }: { readonly verdict: Verdict }): JSX.Element {
  const [sign, word] = SIGNS[verdict];
  return (
    <span class={`verdict ${verdict}`}>
      <span aria-hidden="true">{sign}</span> {word}
    </span>
  );
}
