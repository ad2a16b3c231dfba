import { assignLabels, checkReviewer, isRating, labelStatus, type Task } from '#dataset';
import { labelStatusText } from '#reporters';
import { EXIT } from '#run';
import { type Flag, parsePercentage, parseWholeNumber } from '../flags/values.ts';
import { OutputError, print } from '../output/output.ts';
import { colorOf, widthOf } from '../output/terminal.ts';
import { printNext } from '../output/next-step.ts';
import { openLabelled } from './label-context.ts';
import { nextAfterAssign, nextForLabels } from './next-label-step.ts';

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
    const cases = outcome.assignments.cases.filter((assignedCase) =>
      assignedCase.reviewers.includes(name),
    );
    return `${name}: ${cases.length} cases\n`;
  });
  await print(lines);
  printNext(nextAfterAssign(folder, task, reviewers));
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
  const { stdout } = process;
  await print(
    flags.json
      ? [`${JSON.stringify(status, null, 2)}\n`]
      : labelStatusText(status, { color: colorOf(stdout), width: widthOf(stdout) }),
  );
  if (!flags.json) printNext(await nextForLabels(folder, flags.task));
  return EXIT.ok;
}
