import { makeVisible } from '#reporters';
import { type PlannedPart, type PlanOptions, type PlanSummary, summarisePlan } from '#run';
import type { Suite } from '#suite';
import { groupDigits } from './group-digits.ts';
import { print } from './output.ts';

/** Prints which runs would be made and what they may cost. */
export async function showPlan(
  suites: readonly Suite[],
  options: PlanOptions,
  asJson: boolean,
): Promise<void> {
  const plan = await summarisePlan(suites, options);
  await print([asJson ? `${JSON.stringify(plan, null, 2)}\n` : formatPlan(plan)]);
}

function formatPlan({ parts, recorded, toMake, cost }: PlanSummary): string {
  const lines = parts.flatMap((part) => [
    `  ${makeVisible(part.name)}`,
    ...detailsOf(part).map((detail) => `    ${makeVisible(detail)}`),
  ]);
  if (recorded > 0) lines.push(`  ${count(recorded, 'test or eval', 'tests or evals')} recorded`);
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

function detailsOf(part: PlannedPart): readonly string[] {
  const { agent, model, runs, kept, stale, toMake, servers, mostRequests, prices, estimate } = part;
  const found = [`${groupDigits(toMake)} to make`];
  const fate = toMake === runs ? ' and made anew' : '';
  if (kept > 0) found.push(`${groupDigits(kept)} kept from before${fate}`);
  if (stale > 0) found.push(`${groupDigits(stale)} of them stale`);
  const details = [
    `${count(runs, 'run')}: ${found.join(', ')}`,
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
