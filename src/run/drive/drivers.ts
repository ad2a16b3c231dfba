import { type BeginUser, DriveError, type Driver, type SpendingLimit } from '#drivers';
import type { OpenBudget } from '../limits/model-limits.ts';
import type { DriveOptions } from './drive.ts';
import type { DriveJob } from './drive-job.ts';
import { openDriver } from './open-driver.ts';
import { openUser } from './open-user.ts';
import { type OpenRates, SharedLimits } from './shared-limits.ts';

/** The drivers of one command: one for every agent and model, opened with its first run. */
export class Drivers {
  readonly #options: Pick<DriveOptions, 'noExecution'>;
  readonly #limits: SharedLimits;
  readonly #opened = new Map<string, Promise<Driver>>();
  readonly #users = new Map<string, Promise<BeginUser | null>>();
  readonly #catalogs = new Map<string, Promise<string | null>>();

  /** `command` is what the whole command may spend; null is as much as it takes. */
  constructor(
    options: Pick<DriveOptions, 'noExecution'>,
    command: SpendingLimit | null,
    openRates?: OpenRates,
    openBudget?: OpenBudget,
  ) {
    this.#options = options;
    this.#limits = new SharedLimits(command, openRates, openBudget);
  }

  open(job: Pick<DriveJob, 'suite' | 'plan'>): Promise<Driver> {
    const key = driverKey(job);
    let driver = this.#opened.get(key);
    if (driver === undefined) {
      driver = openDriver(job.suite, job.plan.agent, this.#limits, this.#options.noExecution);
      this.#opened.set(key, driver);
    }
    return driver;
  }

  /** The simulated user of a run; null where it has none. */
  async userOf({ suite, plan, key }: DriveJob): Promise<BeginUser | null> {
    if (plan.user === undefined) return null;
    const owner = JSON.stringify([suite.file, key.name]);
    const known =
      this.#users.get(owner) ?? openUser(suite, plan, this.#limits, this.#options.noExecution);
    this.#users.set(owner, known);
    return known;
  }

  /** The hash of the tools that an agent is offered now; null where that is unknown before it runs. */
  catalogOf(job: DriveJob, signal: AbortSignal): Promise<string | null> {
    const key = driverKey(job);
    let catalog = this.#catalogs.get(key);
    if (catalog === undefined) {
      catalog = this.open(job).then((driver) => catalogOf(driver, signal));
      this.#catalogs.set(key, catalog);
    }
    return catalog;
  }

  /** Ends all that was started. */
  async close(): Promise<void> {
    const closing = [...this.#opened.values()].map(async (opened) => (await opened).close());
    // One that could not be opened was reported where it was needed.
    await Promise.allSettled(closing);
  }
}

async function catalogOf(driver: Driver, signal: AbortSignal): Promise<string | null> {
  try {
    return (await driver.catalog?.(signal)) ?? null;
  } catch (error) {
    // Servers that do not start are reported by the runs that need them; one that was stopped needs none.
    if (error instanceof DriveError || signal.aborted) return null;
    throw error;
  }
}

/** What the runs of one driver have in common. */
export function driverKey({ suite, plan }: Pick<DriveJob, 'suite' | 'plan'>): string {
  const { name, model, label, distractors } = plan.agent;
  return JSON.stringify([suite.file, name, label ?? model, distractors]);
}
