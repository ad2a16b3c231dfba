import { makeVisible } from '#reporters';
import type { PlannedPart, PlannedQuestions, PlanSummary, RunPlan } from '#run';
import { groupDigits } from '../output/group-digits.ts';
import { print } from '../output/output.ts';

/** Prints which runs would be made, what judges would be asked, and what both may cost. */
export async function showPlan({ summary, questions }: RunPlan, asJson: boolean): Promise<void> {
  const judge = questions.length === 0 ? {} : { judge: questions };
  await print([
    asJson
      ? `${JSON.stringify({ ...summary, ...judge }, null, 2)}\n`
      : formatPlan(summary, questions),
  ]);
}

function formatPlan(
  { parts, recorded, toMake, cost }: PlanSummary,
  questions: readonly PlannedQuestions[],
): string {
  const lines = parts.flatMap((part) => [
    `  ${makeVisible(part.name)}`,
    ...detailsOf(part).map((detail) => `    ${makeVisible(detail)}`),
  ]);
  if (recorded > 0) lines.push(`  ${count(recorded, 'test or eval', 'tests or evals')} recorded`);
  for (const planned of questions)
    lines.push(
      `  judge ${planned.models.map((model) => makeVisible(model)).join(', ')}`,
      ...questionDetails(planned, toMake).map((detail) => `    ${detail}`),
    );
  const price =
    cost !== null
      ? cost === 0
        ? 'nothing'
        : `about ${cost}`
      : parts.some(({ estimate }) => estimate !== null)
        ? 'unknown: not all prices and uses are known'
        : 'unknown until a run was recorded';
  const head =
    toMake === 0 ? 'no run would be made' : `${count(toMake, 'run')} would be made; cost ${price}`;
  return `dry run: ${head}\n${lines.map((line) => `${line}\n`).join('')}`;
}

/** What a judge would be asked about the runs that are there. */
function questionDetails({ estimate }: PlannedQuestions, toMake: number): readonly string[] {
  const { questions, known, toAsk, tooLarge, inputTokens, outputTokensAtMost, cost } = estimate;
  const details = [`${count(questions, 'question')} about the runs that are there`];
  if (known > 0) details.push(`${groupDigits(known)} answered before`);
  if (toAsk > 0) {
    const tokens = `about ${groupDigits(inputTokens)} tokens in, at most ${groupDigits(outputTokensAtMost)} out`;
    const price = cost === null ? 'prices are not known' : `cost at most ${cost}`;
    details.push(`${groupDigits(toAsk)} to ask: ${tokens}, ${price}`);
  }
  if (tooLarge > 0) details.push(`${groupDigits(tooLarge)} too large to be asked`);
  if (toMake > 0) details.push('runs that would be made may have further questions');
  return details;
}

function detailsOf(part: PlannedPart): readonly string[] {
  const { agent, model, runs, kept, stale, toMake, servers, mostRequests, prices, estimate } = part;
  const parts = [`${groupDigits(toMake)} to make`];
  const fate = toMake === runs ? ' and made anew' : '';
  if (kept > 0) parts.push(`${groupDigits(kept)} kept from before${fate}`);
  if (stale > 0) parts.push(`${groupDigits(stale)} of them stale`);
  const details = [
    `${count(runs, 'run')}: ${parts.join(', ')}`,
    `agent ${agent}${model === null ? '' : `, model ${model}`}`,
  ];
  if (servers.length > 0) details.push(`starts or reaches ${servers.join(', ')}`);
  if (toMake === 0) return details;
  if (mostRequests === null) details.push('how often it asks a model is its own affair');
  else if (mostRequests === 0) details.push('asks no model');
  else details.push(`at most ${count(mostRequests, 'request')} to the model`);
  if (prices !== null)
    details.push(`a million tokens cost ${prices.input} in and ${prices.output} out`);
  if (estimate !== null) details.push(formatEstimate(estimate));
  return details;
}

function formatEstimate({
  fromRuns,
  inputTokens,
  outputTokens,
  cost,
}: NonNullable<PlannedPart['estimate']>): string {
  const tokens = `${groupDigits(inputTokens)} tokens in, ${groupDigits(outputTokens)} out`;
  const price = cost === null ? '' : `, cost ${cost}`;
  return `about ${tokens}${price}, by the mean of ${count(fromRuns, 'kept run')}`;
}

function count(amount: number, noun: string, plural = `${noun}s`): string {
  return `${groupDigits(amount)} ${amount === 1 ? noun : plural}`;
}
