import { asWarning, type Issue } from '#core';
import { findRoot } from '#platform';
import { formatCount, formatRun, formatRuns, provenanceOf } from '#reporters';
import { EXIT, runError } from '#run';
import {
  checkFiles,
  findRun,
  listRuns,
  type PruneRule,
  pruneRuns,
  readReport,
  reportPath,
  stateFolder,
  storeIssue,
} from '#store';
import { parseAge } from '../flags/values.ts';
import { deliver, parseOutputs } from '../output/deliver.ts';
import { print } from '../output/output.ts';
import { colorOf, widthOf } from '../output/terminal.ts';
import { printIssues } from '../output/print-issues.ts';

/** The flags that all commands of `runs` have. */
export interface RunsFlags {
  readonly root?: string;
  readonly json?: true;
}

function rootOf({ root }: RunsFlags): string {
  return findRoot(root ?? process.cwd());
}

/** Lists the kept runs, the newest first. */
export async function listKept(flags: RunsFlags): Promise<number> {
  const root = rootOf(flags);
  const runs = await listRuns(root);
  if (flags.json) {
    const listed = runs.map((run) =>
      run.record === null ? { id: run.id, unreadable: run.reason } : { id: run.id, ...run.record },
    );
    await print([`${JSON.stringify(listed, null, 2)}\n`]);
  } else if (runs.length === 0) process.stderr.write(`no runs are kept in ${stateFolder(root)}\n`);
  else {
    const { stdout } = process;
    await print([formatRuns(runs, { color: colorOf(stdout), width: widthOf(stdout) })]);
  }
  return EXIT.ok;
}

/** Shows the report of a kept run as the run did. */
export async function showKept(
  asked: string,
  flags: RunsFlags & { reporter: readonly string[]; verbose?: true },
): Promise<number> {
  const outputs = parseOutputs(flags.json ? [...flags.reporter, 'json'] : flags.reporter);
  const root = rootOf(flags);
  const run = await findRun(root, asked);
  const file = reportPath(root, run.id);
  const fault = await checkFiles(root, run);
  if (fault !== null) {
    const message = `run ${run.id} is damaged: ${fault}`;
    const issue: Issue = asWarning(storeIssue('HISTORY_DAMAGED', message));
    printIssues([issue]);
  }
  const report = await readReport(file);
  if (outputs.some(({ reporter }) => reporter === 'terminal'))
    process.stderr.write(`${formatRun(run)}\n`);
  const provenance = outputs.some(({ reporter }) => reporter === 'html')
    ? provenanceOf(run, await listRuns(root))
    : undefined;
  return deliver(report, outputs, { provenance, isVerbose: flags.verbose === true });
}

/** The flags of `runs prune`. */
export interface PruneFlags extends RunsFlags {
  readonly keep?: string;
  readonly olderThan?: string;
}

/** Removes kept runs. */
export async function pruneKept(flags: PruneFlags): Promise<number> {
  const now = new Date();
  const root = rootOf(flags);
  const removed = await pruneRuns(root, parseRule(flags, now), now);
  const left = (await listRuns(root)).length;
  await print([
    flags.json
      ? `${JSON.stringify({ removed, left }, null, 2)}\n`
      : `removed ${formatCount(removed.length, 'run')}, ${left} left\n`,
  ]);
  return EXIT.ok;
}

function parseRule({ keep, olderThan }: PruneFlags, now: Date): PruneRule {
  if (keep !== undefined && olderThan === undefined && /^[1-9]\d{0,8}$/.test(keep))
    return { keep: Number(keep) };
  const age = keep === undefined ? parseAge(olderThan ?? '') : null;
  if (age !== null) return { notBefore: new Date(now.getTime() - age) };
  throw runError('FLAG_PRUNE', 'say which runs may go: either --keep 20 or --older-than 30d', {
    hint: '--keep is a whole number from 1; an age is in h, d or w; the newest run always stays',
  });
}
