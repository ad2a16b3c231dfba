import type { Coefficient } from '#core';
import {
  assignLabels,
  checkReviewer,
  isRating,
  labelStatus,
  type LabelStatus,
  type Task,
} from '#dataset';
import { makeVisible } from '#reporters';
import { EXIT } from '#run';
import { type Flag, parsePercentage, parseWholeNumber } from '../flags/values.ts';
import { OutputError, print } from '../output/output.ts';
import { openLabelled } from './label-context.ts';

/** The flags of `label assign` as commander gives them. */
export interface AssignFlags {
  readonly reviewers: string;
  readonly overlap: string;
  readonly batch: string;
  readonly perCase?: string;
  readonly task?: string;
}

/** Says who labels which case. What was said before is not changed. */
export async function assign(folder: string, flags: AssignFlags): Promise<number> {
  const reviewers = flags.reviewers.split(',').map((name) => checkReviewer(name.trim()));
  const overlap = parsePercentage(flag('--overlap'), flags.overlap);
  const batch = parseWholeNumber(flag('--batch'), flags.batch, 1);
  const labelled = await openLabelled(folder, flags.task);
  const { task } = labelled.book;
  const perCase = parsePerCase(flags.perCase, task, reviewers.length);
  const outcome = await assignLabels(labelled, { reviewers, overlap, batch, perCase });
  if (!outcome.ok) throw new OutputError(outcome.issue);
  const lines = reviewers.map((name) => {
    const cases = outcome.assignments.cases.filter((one) => one.reviewers.includes(name));
    return `${name}: ${cases.length} cases\n`;
  });
  const taskFlag = isRating(task) ? ` --task ${task}` : '';
  const first = `Now: whichtool label export ${folder}${taskFlag} --reviewer ${reviewers[0]} --out ${reviewers[0]}.html\n`;
  await print([...lines, first]);
  return EXIT.ok;
}

function flag(name: string): Flag {
  return { name, code: 'FLAG_ASSIGN' };
}

function parsePerCase(text: string | undefined, task: Task, reviewers: number): number {
  if (text === undefined) return Math.max(2, Math.min(isRating(task) ? 3 : 2, reviewers));
  return parseWholeNumber(flag('--per-case'), text, 2, 9);
}

/** Shows how far the labelling is and how far reviewers agree, without a label. */
export async function showStatus(
  folder: string,
  flags: { readonly task?: string; readonly json?: true },
): Promise<number> {
  const { sample, book, assignments } = await openLabelled(folder, flags.task);
  const status = labelStatus(sample, book, assignments);
  await print(flags.json ? [`${JSON.stringify(status, null, 2)}\n`] : describe(status));
  return EXIT.ok;
}

function* describe({
  cases,
  states,
  reviewers,
  stale,
  agreement,
  task,
}: LabelStatus): Generator<string> {
  yield `${cases} cases · ${states.agreed} agreed · ${states.adjudicated} adjudicated · ${states.disputed} disputed · ${states.waiting} waiting for a second label · ${states.unlabelled} unlabelled\n`;
  for (const { reviewer, assigned, done } of reviewers)
    yield `  ${reviewer}  ${done}${assigned === null ? '' : ` of ${assigned}`}\n`;
  if (stale > 0) yield `  ${stale} labels are stale: their cases have changed\n`;
  const { pairs, alpha, identical } = agreement;
  if (agreement.cases === 0) {
    yield 'Agreement: no case has two labels yet\n';
    return;
  }
  yield `Agreement over ${agreement.cases} cases with two labels, before adjudication\n`;
  yield `  same in everything   ${identical} of ${agreement.cases}\n`;
  const what = isRating(task) ? 'same rating         ' : 'same tool           ';
  const { raw } = pairs;
  yield `  ${what} ${raw === null ? 'undefined' : `${raw.value.toFixed(3)}  [${raw.interval.map((end) => end.toFixed(3)).join(', ')}]`}\n`;
  yield `  Cohen's kappa        ${coefficient(pairs.kappa)}\n`;
  yield `  Gwet's AC1           ${coefficient(pairs.ac1)}\n`;
  yield `  Krippendorff's alpha ${coefficient(alpha.alpha)}\n`;
  const names = pairs.categories.map(({ category }) => makeVisible(JSON.stringify(category)));
  const counts = pairs.categories.map(
    ({ first, second, both }) => `${first} and ${second} times, both ${both}`,
  );
  const [nameWidth, countWidth] = [names, counts].map((column) =>
    Math.max(0, ...column.map((text) => Math.min(text.length, WIDEST))),
  ) as [number, number];
  for (const [i, { agreement: share }] of pairs.categories.entries())
    yield `    ${names[i]?.padEnd(nameWidth)}  ${counts[i]?.padEnd(countWidth)}  ${share.toFixed(3)}\n`;
}

/** Longer names are not waited for. */
const WIDEST = 40;

function coefficient(value: Coefficient | number | null): string {
  if (value === null) return 'undefined (too little variation)';
  if (typeof value === 'number') return value.toFixed(3);
  return `${value.value.toFixed(3)}  [${value.interval.map((end) => end.toFixed(3)).join(', ')}]`;
}
