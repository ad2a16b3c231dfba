import type { Report } from '#core';
import { indexReport, provenanceOf, type ReportIndex } from '#reporters';
import { findRun, listRuns, reportPath } from '#store';
import type { ApiDamagedRun, ApiRun, KeptRun } from '#schema';
import { Problem } from '../http/problem.ts';
import { OpenedRun } from './opened-run.ts';
import { ReportCache } from './report-cache.ts';

/** The kept runs of a project, with their reports. */
export class KeptReports {
  readonly root: string;
  readonly #cache = new ReportCache();
  /** Forgotten with the report that it is about. */
  readonly #opened = new WeakMap<Report, OpenedRun>();

  constructor(root: string) {
    this.root = root;
  }

  /** Every kept run, the newest first. */
  async list(): Promise<readonly (ApiRun | ApiDamagedRun)[]> {
    return (await listRuns(this.root)).map(describeRun);
  }

  /** A run and its report. */
  async open(id: string): Promise<OpenedRun> {
    if (!/^[1-9]\d{0,14}$/.test(id)) throw new Problem(404, 'a run is called by its number');
    const run = await findRun(this.root, id).catch(() => null);
    if (run === null) throw new Problem(404, `run ${id} is not kept here`);
    const described = describeRun(run);
    if ('damaged' in described) throw new Problem(422, `run ${id}: ${described.damaged}`);
    const report = await this.#cache.read(reportPath(this.root, run.id));
    const opened = this.#opened.get(report) ?? new OpenedRun(described, report);
    this.#opened.set(report, opened);
    return opened;
  }

  /** What a page shows of a report before anything of it is opened. */
  async index(id: string): Promise<ReportIndex> {
    const { run, report } = await this.open(id);
    const runs = await listRuns(this.root);
    const kept = runs.find((each) => each.id === run.id);
    return indexReport(report, kept === undefined ? undefined : provenanceOf(kept, runs));
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
