import type { JsonObject } from '#core';
import type { DriveTask } from '#drivers';
import type { DrivePlan, Suite } from '#suite';
import type { Fingerprint } from './fingerprint.ts';

/** Whose run it is. */
export interface RunKey {
  readonly kind: 'test' | 'eval';
  /** The name of the test or eval. */
  readonly name: string;
  /** The row of an eval; null for a test. */
  readonly case: string | null;
  /** From 1. */
  readonly run: number;
}

/** One run that is to be made, and where it is kept. */
export interface DriveJob {
  readonly key: RunKey;
  readonly suite: Suite;
  readonly plan: DrivePlan;
  readonly task: DriveTask;
  /** What the run depends on. */
  readonly fingerprint: Fingerprint;
  /** Its cassette. */
  readonly path: string;
}

/** A run as people call it: `"orders", case "c7", run 2`. */
export function formatKey({ name, case: row, run }: RunKey): string {
  return `"${name}"${row === null ? '' : `, case "${row}"`}, run ${run}`;
}

/** What a trace says of itself before anything happened. */
export function headOf({ key, plan, task }: DriveJob): JsonObject {
  return {
    id: task.id,
    ...(key.kind === 'test' ? { test: key.name } : { case: key.case }),
    agent: plan.agent.name,
    run: key.run,
  };
}
