import type { Report } from '#core';
import { provenanceOf, type ReportIndex } from '#reporters';
import { findRun, listRuns, reportPath } from '#store';
import type { ApiDamagedRun, ApiRun, KeptRun } from '#schema';
import { Problem } from '../http/problem.ts';
import { type OpenIndex, ReportIndexes } from '../report-index/report-indexes.ts';
import { IndexedRun, type OpenedRun, WholeRun } from './opened-run.ts';
import { ReportCache } from './report-cache.ts';

/** The kept runs of a project, with their reports. */
export class KeptReports {
  readonly root: string;
  readonly indexes: ReportIndexes;
  readonly #cache = new ReportCache();
  /** Forgotten with the report that it is about. */
  readonly #whole = new WeakMap<Report, WholeRun>();
  readonly #indexed = new WeakMap<OpenIndex, IndexedRun>();

  constructor(root: string, version: string) {
    this.root = root;
    this.indexes = new ReportIndexes(root, version);
  }

  /** Every kept run, the newest first. */
  async list(): Promise<readonly (ApiRun | ApiDamagedRun)[]> {
    return (await listRuns(this.root)).map(describeRun);
  }

  /** Makes the index of the newest run where it needs one: it is what most visitors open first. */
  async prepareNewest(): Promise<void> {
    const [newest] = await listRuns(this.root);
    if (newest !== undefined) await this.indexes.open(reportPath(this.root, newest.id), false);
  }

  /** A run as pages show it. */
  async open(id: string): Promise<OpenedRun> {
    const run = await this.#describe(id);
    const index = await this.indexes.open(reportPath(this.root, run.id), true);
    if (index === null) return this.#readWhole(run);
    const opened = this.#indexed.get(index) ?? new IndexedRun(run, index);
    this.#indexed.set(index, opened);
    return opened;
  }

  /** A run and its whole report, all cases in memory. */
  async whole(id: string): Promise<WholeRun> {
    return this.#readWhole(await this.#describe(id));
  }

  async #describe(id: string): Promise<ApiRun> {
    if (!/^[1-9]\d{0,14}$/.test(id)) throw new Problem(404, 'a run is called by its number');
    const run = await findRun(this.root, id).catch(() => null);
    if (run === null) throw new Problem(404, `run ${id} is not kept here`);
    const described = describeRun(run);
    if ('damaged' in described) throw new Problem(422, `run ${id}: ${described.damaged}`);
    return described;
  }

  async #readWhole(run: ApiRun): Promise<WholeRun> {
    const report = await this.#cache.read(reportPath(this.root, run.id));
    const opened = this.#whole.get(report) ?? new WholeRun(run, report);
    this.#whole.set(report, opened);
    return opened;
  }

  /** What a page shows of a report before anything of it is opened. */
  async index(id: string): Promise<ReportIndex> {
    const { run, index } = await this.open(id);
    const runs = await listRuns(this.root);
    const kept = runs.find((each) => each.id === run.id);
    const provenance = kept === undefined ? undefined : provenanceOf(kept, runs);
    return provenance === undefined ? index : { ...index, provenance };
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
