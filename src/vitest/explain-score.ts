import type { ScoreReport } from '#core';

/** A failure message: the numbers, then what was missed and what was not expected, each with its reason. */
export function explainScore(score: ScoreReport, headline: string): string {
  const lines = [headline, ''];
  for (const [id, value] of Object.entries(score.metrics))
    if (!id.endsWith('_mean')) lines.push(`  ${id} = ${value}`);
  for (const miss of score.misses.items) {
    lines.push(`  missed: ${miss.expected}${miss.hint === undefined ? '' : ` (${miss.hint})`}`);
  }
  for (const call of score.calls) {
    if (call.verdict === 'hit') continue;
    const args = call.arguments === undefined ? '' : ` ${call.arguments}`;
    lines.push(
      `  ${call.verdict}: ${call.tool}${args}, call ${call.call}${call.hint === undefined ? '' : ` (${call.hint})`}`,
    );
  }
  return lines.join('\n');
}
