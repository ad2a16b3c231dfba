import type { ScoreReport } from '#core';

/** How the calls of a failure message are named. */
export interface CallWording {
  /** Whether hits are listed: they are why a negated matcher fails. */
  readonly hasHits: boolean;
  /** The name of calls beside the expected ones, where those are not a fault. */
  readonly others?: string;
}

/** A failure message: the numbers, then what was missed and which calls were made, each with its reason. */
export function explainScore(score: ScoreReport, headline: string, wording: CallWording): string {
  const lines = [headline, ''];
  for (const [id, value] of Object.entries(score.metrics))
    if (!id.endsWith('_mean')) lines.push(`  ${id} = ${value}`);
  for (const miss of score.misses.items) {
    lines.push(`  missed: ${miss.expected}${miss.hint === undefined ? '' : ` (${miss.hint})`}`);
  }
  for (const call of score.calls) {
    if (call.verdict === 'hit' && !wording.hasHits) continue;
    const isOther = call.verdict === 'unexpected' && wording.others !== undefined;
    const verdict = isOther ? wording.others : call.verdict;
    const args = call.arguments === undefined ? '' : ` ${call.arguments}`;
    lines.push(
      `  ${verdict}: ${call.tool}${args}, call ${call.call}${call.hint === undefined ? '' : ` (${call.hint})`}`,
    );
  }
  return lines.join('\n');
}
