import type { Report } from '#core';
import { loadReporter } from '#reporters';
import { readRevision, reportPath, saveRun } from '#store';
import { printIssues } from '../output/print-issues.ts';

/** What is to be kept of a run besides its report. */
export interface RunFacts {
  readonly name: string | null;
  readonly startedAt: Date;
  readonly durationMs: number;
}

/**
 * Keeps a run in the history of a project; returns the file of its report. Never fails: what cannot be kept is reported on
 * standard error.
 */
export async function keepRun(
  report: Report,
  root: string,
  facts: RunFacts,
): Promise<string | null> {
  const json = await loadReporter('json');
  const { verdict, totals, suites, shard, version } = report;
  const saved = await saveRun(
    root,
    {
      name: facts.name,
      startedAt: facts.startedAt.toISOString(),
      durationMs: facts.durationMs,
      verdict,
      totals,
      suites,
      ...(shard === undefined ? {} : { shard }),
      revision: readRevision(root),
      version,
    },
    json(report, { color: false, width: 100 }),
  );
  if (saved.ok) return reportPath(root, saved.id);
  printIssues([saved.issue]);
  return null;
}
