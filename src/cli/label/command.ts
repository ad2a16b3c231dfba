import type { Command } from 'commander';
import { addWebAppOptions } from '../flags/shared-options.ts';
import type { AdjudicateFlags } from './adjudicate.ts';
import type { LabelPageFlags, LinkFlags } from './label-pages.ts';
import type { AssignFlags } from './label-progress.ts';
import type { ExportFlags, ImportFlags } from './label-sheets.ts';

const CATALOG = [
  '--catalog <file>',
  'which tools were offered, where the traces do not say',
] as const;

const EXAMPLES = `
Examples:
  whichtool label samples/orders                  the labelling page, in a browser
  whichtool label link samples/orders             personal links for reviewers
  whichtool label assign samples/orders --reviewers ann,ben --overlap 100% --batch 50
  whichtool label export samples/orders --reviewer ann --out ann.html
  whichtool label import samples/orders ann.jsonl --reviewer ann
  whichtool label status samples/orders
  whichtool label adjudicate samples/orders --reviewer cleo`;

export function addLabel(program: Command, done: (code: number) => void): void {
  const label = program
    .command('label')
    .description('label the cases of a sample, each by two people, and decide where they differ')
    .addHelpText('after', EXAMPLES);
  const page = label
    .command('page', { isDefault: true })
    .description('open the labelling page in a browser')
    .argument('[folder]', 'a sample; without it, all samples of the project')
    .option('--reviewer <name>', 'open the cases of this reviewer');
  addWebAppOptions(page)
    .option(...CATALOG)
    .action(async (folder: string | undefined, flags: LabelPageFlags) => {
      const { openLabelPage } = await import('./label-pages.ts');
      done(await openLabelPage(folder, flags));
    });
  onSample(label, 'link', 'print personal links to the labelling page')
    .option('--reviewer <name>', 'of this reviewer; by default of all to whom cases are assigned')
    .option('--adjudicator <name>', 'of a person who decides where reviewers differ')
    .option('--url <address>', 'where the web app is reached; by default where it runs now')
    .action(async (folder: string, flags: LinkFlags) => {
      const { printLinks } = await import('./label-pages.ts');
      done(await printLinks(folder, flags));
    });
  withTask(onSample(label, 'assign', 'say who labels which case'))
    .requiredOption('--reviewers <names>', 'comma-separated')
    .option('--overlap <share>', 'cases that several people label (default: 100%)', '100%')
    .option('--per-case <n>', 'how many label each of those (default: 2, or 3 who rate)')
    .option('--batch <n>', 'cases that are labelled together (default: 50)', '50')
    .action(async (folder: string, flags: AssignFlags) => {
      const { assign } = await import('./label-progress.ts');
      done(await assign(folder, flags));
    });
  withTask(onSample(label, 'status', 'show progress and agreement, and no label'))
    .option('--json', 'print it as JSON')
    .action(async (folder: string, flags: { task: string; json?: true }) => {
      const { showStatus } = await import('./label-progress.ts');
      done(await showStatus(folder, flags));
    });
  withTask(onSample(label, 'export', 'write the cases of a reviewer as a sheet to fill in'))
    .requiredOption('--reviewer <name>', 'whose cases')
    .option('--to <format>', 'csv, jsonl or html (default: by the name of --out, else csv)')
    .option('--out <file>', 'write there instead of to stdout')
    .option('--batch <n>', 'only this batch')
    .option('--disputed', 'the cases that others disagree on, with what they said')
    .option(...CATALOG)
    .action(async (folder: string, flags: ExportFlags) => {
      const { exportSheet } = await import('./label-sheets.ts');
      done(await exportSheet(folder, flags));
    });
  withTask(onSample(label, 'import', 'add what a reviewer filled in: every row or none'))
    .argument('<sheet>', 'a filled-in csv or jsonl file')
    .requiredOption('--reviewer <name>', 'who filled it in')
    .option('--revise', 'replace what the reviewer said before; nothing is lost')
    .option('--adjudicate', 'the rows decide about disputed cases')
    .option(...CATALOG)
    .action(async (folder: string, file: string, flags: ImportFlags) => {
      const { importSheet } = await import('./label-sheets.ts');
      done(await importSheet(folder, file, flags));
    });
  withTask(onSample(label, 'adjudicate', 'decide the disputed cases, one after the other'))
    .requiredOption('--reviewer <name>', 'a person who did not label them')
    .option(...CATALOG)
    .action(async (folder: string, flags: AdjudicateFlags) => {
      const { adjudicate } = await import('./adjudicate.ts');
      const code = await adjudicate(folder, flags);
      const { nextForLabels } = await import('./next-label-step.ts');
      const { printNext } = await import('../output/next-step.ts');
      printNext(await nextForLabels(folder, flags.task));
      done(code);
    });
}

function onSample(label: Command, name: string, description: string): Command {
  return label
    .command(name)
    .description(description)
    .argument('<folder>', 'a sample, as whichtool sample wrote it');
}

function withTask(command: Command): Command {
  return command.option(
    '--task <task>',
    'label (which call was expected), rate (how good arguments are), rate-answer or rate-goal',
    'label',
  );
}
