import {
  isJsonObject,
  type Json,
  type JsonObject,
  parseJson,
  stringifyJson,
  UserError,
} from '#core';
import type { StoredJob } from '#store';
import type { AgentPlan, Suite } from '#suite';
import type { DriveJob } from '../drive/drive-job.ts';
import { explainChange, shortHash } from '../drive/fingerprint.ts';
import { RunPlanner } from '../drive/plan-drive.ts';
import type { RowInput } from '../drive/row-images.ts';
import { runError } from '../issues/run-codes.ts';

/** An agent run as a job: whose it is, what the row gives, and what it depends on. */
export function toRunJob(
  job: DriveJob,
  row: RowInput | null,
  place: number,
  run: string,
): StoredJob {
  const { key, fingerprint } = job;
  const task = { part: key.kind, row: row as Json, fingerprint: { ...fingerprint } };
  return {
    place,
    queue: queueName(run, agentQueue(job.plan.agent)),
    kind: 'run',
    name: key.name,
    case: key.case,
    number: key.run,
    task: stringifyJson(task),
  };
}

/** The name of a queue: one for each run, provider and model. */
export function queueName(run: string, model: string): string {
  const words = model.toLowerCase().replaceAll(/[^a-z\d]+/g, '-');
  return `whichtool-${run}-${words.slice(0, 40)}-${shortHash(model).slice(0, 6)}`;
}

function agentQueue({ model, name }: AgentPlan): string {
  return model ?? `agent ${name}`;
}

/** Plans the runs that jobs ask for from the suites of this machine. */
export class RunJobReader {
  readonly #suites: readonly Suite[];
  readonly #planner: RunPlanner;
  #planned: DriveJob | null = null;

  constructor(suites: readonly Suite[]) {
    this.#suites = suites;
    this.#planner = new RunPlanner({ cwd: '', dataset: null, runs: null, folder: '' }, (job) => {
      this.#planned = job;
    });
  }

  /** The run of a job. Throws a UserError where that would be another one: these files are not those of the coordinator. */
  async read(stored: StoredJob): Promise<DriveJob> {
    const parsed = parseJson(stored.task);
    const task = parsed.ok && isJsonObject(parsed.value) ? parsed.value : {};
    // One after the other: the planner has room for one run.
    const planned = this.#last.then(() => this.#plan(stored, task));
    this.#last = planned.catch(() => null);
    const job = await planned;
    if (job === null) throw otherFiles(`there is no "${stored.name}" in the suites of this worker`);
    const changes = explainChange(task['fingerprint'], job.fingerprint);
    if (changes.length > 0)
      throw otherFiles(`${changes.join(', ')} differ from those of the coordinator`);
    return job;
  }

  #last: Promise<DriveJob | null> = Promise.resolve(null);

  async #plan(stored: StoredJob, task: JsonObject): Promise<DriveJob | null> {
    const planner = this.#planner;
    this.#planned = null;
    for (const suite of this.#suites) {
      for (const plan of task['part'] === 'test' ? suite.tests : [])
        if (plan.name === stored.name) await planner.addTest(suite, plan, stored.number);
      for (const plan of task['part'] === 'eval' ? suite.evals : [])
        if (plan.name === stored.name && stored.case !== null) {
          const row = task['row'] as RowInput | undefined;
          const where = { file: suite.file };
          if (row !== undefined)
            await planner.addRow(suite, plan, stored.case, row, where, stored.number);
        }
    }
    const issues = planner.issues.splice(0);
    if (issues.length > 0) throw new UserError(issues);
    return this.#planned;
  }
}

/** The error of a worker whose files are not those of the run. */
export function otherFiles(message: string): UserError {
  return runError('WORKER_OTHER_FILES', message, {
    hint: 'all machines need the same version of whichtool and the same files',
  });
}
