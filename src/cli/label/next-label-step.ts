import { isRating, labelStatus, type Task } from '#dataset';
import { commandLine, type NextStep } from '../output/next-step.ts';
import { readLabelled } from './label-context.ts';

/** How many reviewers get a line of their own. */
const REVIEWERS_SHOWN = 3;

/** After a sample: say who labels. */
export function nextAfterSample(folder: string, guide: string): NextStep {
  return {
    what: `write into ${guide} how to label, then say who does`,
    commands: [commandLine('label', 'assign', folder, '--reviewers', 'ann,ben')],
  };
}

/** After a sheet was written: it comes back filled in. `file` is null where it went to standard output. */
export function nextAfterExport(
  folder: string,
  task: Task,
  sheet: {
    readonly reviewer: string;
    readonly file: string | null;
    readonly format: string;
    readonly isDisputed: boolean;
  },
): NextStep {
  const { reviewer, file, format, isDisputed } = sheet;
  // A page saves what was filled in as a file of its own.
  const filled =
    format === 'html' || file === null
      ? `${reviewer}.${format === 'html' ? 'jsonl' : format}`
      : file;
  return {
    what:
      format === 'html'
        ? `open the page, and add what ${reviewer} saves`
        : `add what ${reviewer} fills in`,
    commands: [
      commandLine(
        'label',
        'import',
        folder,
        filled,
        ...taskWords(task),
        '--reviewer',
        reviewer,
        ...(isDisputed ? ['--adjudicate'] : []),
      ),
    ],
  };
}

/** What the labels of a sample still lack, as they are on disk now. */
export async function nextForLabels(folder: string, taskFlag?: string): Promise<NextStep> {
  const { sample, book, assignments } = await readLabelled(folder, taskFlag);
  const { task } = book;
  const { states, reviewers } = labelStatus(sample, book, assignments);
  if (assignments === null && states.disputed + states.agreed === 0)
    return {
      what: 'say who labels',
      commands: [
        commandLine('label', 'assign', folder, ...taskWords(task), '--reviewers', names(task)),
      ],
    };
  const open = reviewers.filter(({ assigned, done }) => assigned !== null && done < assigned);
  if (open.length > 0)
    return {
      what: `${open.length === 1 ? 'a sheet' : 'sheets'} for those with open cases`,
      commands: open
        .slice(0, REVIEWERS_SHOWN)
        .map(({ reviewer }) => exportCommand(folder, task, reviewer)),
    };
  if (states.disputed > 0) {
    const count = states.disputed === 1 ? '1 disputed case' : `${states.disputed} disputed cases`;
    const third = ['cleo', 'dan', 'eve'].find((name) =>
      reviewers.every(({ reviewer }) => reviewer !== name),
    );
    return {
      what: `${count}, for a person who did not label them`,
      commands: [
        commandLine(
          'label',
          'adjudicate',
          folder,
          ...taskWords(task),
          '--reviewer',
          third ?? 'third',
        ),
      ],
    };
  }
  if (states.unlabelled + states.waiting > 0)
    return {
      what: `${states.unlabelled + states.waiting} cases still need labels of two people`,
      commands: [
        commandLine('label', 'assign', folder, ...taskWords(task), '--reviewers', names(task)),
      ],
    };
  return isRating(task)
    ? {
        what: 'compare a judge with these ratings',
        commands: [commandLine('judge', 'calibrate', folder)],
      }
    : {
        what: 'freeze the labels as a version',
        commands: [commandLine('dataset', 'commit', folder)],
      };
}

/** After reviewers were named: a sheet for each. */
export function nextAfterAssign(
  folder: string,
  task: Task,
  reviewers: readonly string[],
): NextStep {
  return {
    what: reviewers.length === 1 ? 'make the sheet' : 'make a sheet for each',
    commands: reviewers
      .slice(0, REVIEWERS_SHOWN)
      .map((reviewer) => exportCommand(folder, task, reviewer)),
  };
}

function exportCommand(folder: string, task: Task, reviewer: string): string {
  const file = `${reviewer}.html`;
  return commandLine(
    'label',
    'export',
    folder,
    ...taskWords(task),
    '--reviewer',
    reviewer,
    '--out',
    file,
  );
}

function taskWords(task: Task): readonly string[] {
  return isRating(task) ? ['--task', task] : [];
}

function names(task: Task): string {
  return isRating(task) ? 'ann,ben,cleo' : 'ann,ben';
}
