import type { Report } from '#core';
import { findRun, listRuns, reportPath } from '#store';
import type { ApiDamagedRun, ApiRun, KeptRun } from '#schema';
import { Problem } from '../http/problem.ts';
import { ReportCache } from './report-cache.ts';

/** The kept runs of a project, with their reports. */
export class KeptReports {
  readonly #root: string;
  readonly #cache = new ReportCache();

  constructor(root: string) {
    this.#root = root;
  }

  /** Every kept run, the newest first. */
  async list(): Promise<readonly (ApiRun | ApiDamagedRun)[]> {
    return (await listRuns(this.#root)).map(describeRun);
  }

  /** A run and its report. */
  async open(id: string): Promise<{ readonly run: ApiRun; readonly report: Report }> {
    if (!/^[1-9]\d{0,14}$/.test(id)) throw new Problem(404, 'a run is called by its number');
    const run = await findRun(this.#root, id).catch(() => null);
    if (run === null) throw new Problem(404, `run ${id} is not kept here`);
    const described = describeRun(run);
    if ('damaged' in described) throw new Problem(422, `run ${id}: ${described.damaged}`);
    return { run: described, report: await this.#cache.read(reportPath(this.#root, run.id)) };
  }
}

function describeRun(run: KeptRun): ApiRun | ApiDamagedRun {
  if (run.record === null) return { id: run.id, damaged: run.reason };
  const { name, startedAt, durationMs, verdict, totals, suites, revision } = run.record;
  return {
    id: run.id,
    name,
    startedAt,
    durationMs,
    verdict,
    totals,
    suites: suites.map(({ file }) => file),
    revision,
  };
}
