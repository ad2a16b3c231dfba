import type { Issue, Report } from '#core';
import { loadReporter } from '#reporters';
import { readRevision, reportPath, saveRun } from '#store';

/** What is to be kept of a run besides its report. */
export interface RunFacts {
  readonly name: string | null;
  readonly startedAt: Date;
  readonly durationMs: number;
}

/** Keeps a run in the history of a project; returns the file of its report, or a warning where it cannot be kept. */
export async function keepRun(
  report: Report,
  root: string,
  facts: RunFacts,
): Promise<{ readonly file: string } | { readonly issue: Issue }> {
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
  return saved.ok ? { file: reportPath(root, saved.id) } : { issue: saved.issue };
}
