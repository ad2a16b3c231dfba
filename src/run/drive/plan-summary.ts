import { type Json, type JsonObject } from '#core';
import type { AgentPlan, Suite } from '#suite';
import type { RunOptions } from '../run.ts';
import { readCassetteNotes } from './cassette.ts';
import type { DriveOptions } from './drive.ts';
import type { DriveJob, RunKey } from './drive-job.ts';
import { explainChange } from './fingerprint.ts';
import { isDrivenEval, isDrivenTest } from './is-driven.ts';
import { planDrive } from './plan-drive.ts';
import { idsOf } from '../selection/select-rows.ts';

/** Which runs a command would make. */
export interface PlanSummary {
  /** The tests and evals that are driven. */
  readonly parts: readonly PlannedPart[];
  /** How many others there are, whose runs are recorded. */
  readonly recorded: number;
  readonly toMake: number;
  /** What all of them together may cost; null as long as that of one is not known. */
  readonly cost: number | null;
}

export interface PlannedPart {
  readonly kind: RunKey['kind'];
  readonly name: string;
  readonly agent: string;
  /** Null where the agent is a program, a service or a function. */
  readonly model: string | null;
  readonly runs: number;
  /** Runs that were kept, and those of them that something changed for since; what servers offer now is not asked. */
  readonly kept: number;
  readonly stale: number;
  readonly toMake: number;
  /** The servers that would be started or reached. */
  readonly servers: readonly string[];
  /** How often a model is asked at most; null where that is unknown. */
  readonly mostRequests: number | null;
  /** Per million tokens; null where the suite does not say. */
  readonly prices: { readonly input: number; readonly output: number } | null;
  /** By the mean of the kept runs of this agent and model; null where none records what it used. */
  readonly estimate: {
    readonly fromRuns: number;
    readonly inputTokens: number;
    readonly outputTokens: number;
    readonly cost: number | null;
  } | null;
}

export type PlanOptions = Pick<
  RunOptions,
  'cwd' | 'traces' | 'dataset' | 'runs' | 'selector' | 'only'
> &
  Pick<DriveOptions, 'folder' | 'isReplay' | 'keepsFresh'>;

/** Lists the runs that would be made, without making or starting anything. */
export async function summarisePlan(
  suites: readonly Suite[],
  options: PlanOptions,
): Promise<PlanSummary> {
  const { selector, cwd, dataset, runs, folder } = options;
  const only = options.only ?? idsOf(selector.rows);
  const own = <T>(of: (suite: Suite) => readonly T[]): { suite: Suite; plan: T }[] =>
    suites.flatMap((suite) => of(suite).map((plan) => ({ suite, plan })));
  const tests = selector.tests(own(({ tests: all }) => all));
  const evals = selector.evals(own(({ evals: all }) => all));
  const driven = options.traces === null;
  const selection = {
    tests: tests.filter(({ plan }) => driven && isDrivenTest(plan)),
    evals: evals.filter(({ plan }) => driven && isDrivenEval(plan)),
  };
  const jobs = await planDrive({
    ...selection,
    cwd,
    dataset,
    runs,
    folder,
    ...(only === undefined ? {} : { only }),
  });
  const used = new Map<string, Used>();
  const counts = new Map<string, Counts>();
  for (const job of jobs) await count(job, counts, used);
  const parts = [...counts.values()].map((part) => describe(part, used, options));
  const costs = parts.map((part) => (part.toMake === 0 ? 0 : costOf(part)));
  const { tests: drivenTests, evals: drivenEvals } = selection;
  return {
    parts,
    recorded: tests.length + evals.length - drivenTests.length - drivenEvals.length,
    toMake: parts.reduce((sum, { toMake }) => sum + toMake, 0),
    cost: costs.includes(null)
      ? null
      : rounded(costs.reduce<number>((sum, c) => sum + (c ?? 0), 0)),
  };
}

/** What the kept runs of an agent and model used together. */
interface Used {
  runs: number;
  input: number;
  output: number;
}

interface Counts {
  readonly job: DriveJob;
  runs: number;
  kept: number;
  stale: number;
  requests: number;
}

async function count(
  job: DriveJob,
  counts: Map<string, Counts>,
  used: Map<string, Used>,
): Promise<void> {
  const key = JSON.stringify([job.key.kind, job.key.name]);
  const part = counts.get(key) ?? { job, runs: 0, kept: 0, stale: 0, requests: 0 };
  counts.set(key, part);
  part.runs++;
  part.requests = Math.max(part.requests, mostRequests(job));
  const notes = await readCassetteNotes(job.path);
  if (notes === null || notes.error !== null) return;
  part.kept++;
  const isStale = explainChange(notes.fingerprint, job.fingerprint).length > 0;
  if (isStale || notes.isAsWritten === false) part.stale++;
  if (notes.usage !== null) addUsage(notes.usage, agentKey(job.plan.agent), used);
}

function addUsage(usage: JsonObject, key: string, used: Map<string, Used>): void {
  const sum = used.get(key) ?? { runs: 0, input: 0, output: 0 };
  used.set(key, sum);
  sum.runs++;
  sum.input += numberOf(usage.input_tokens);
  sum.output += numberOf(usage.output_tokens);
}

function numberOf(value: Json | undefined): number {
  return typeof value === 'number' ? value : 0;
}

function agentKey({ name, model, label }: AgentPlan): string {
  return JSON.stringify([name, label ?? model]);
}

/** As the suite documents it. */
const DEFAULT_MAX_TURNS = 10;

function mostRequests({ plan: { agent, stopsAfterDecision }, task }: DriveJob): number {
  const { tools, max_turns: maxTurns = DEFAULT_MAX_TURNS } = agent.document;
  if (stopsAfterDecision) return 1;
  return task.turns.length * (tools === 'select' ? 1 : maxTurns);
}

function describe(
  { job, runs, kept, stale, requests }: Counts,
  used: ReadonlyMap<string, Used>,
  { isReplay, keepsFresh }: PlanOptions,
): PlannedPart {
  const { agent } = job.plan;
  const { document, model, files } = agent;
  const toMake = isReplay ? 0 : keepsFresh ? runs - (kept - stale) : runs;
  const prices = document.prices ?? null;
  return {
    kind: job.key.kind,
    name: job.key.name,
    agent: agent.name,
    model,
    runs,
    kept,
    stale,
    toMake,
    servers: files.catalog === null && toMake > 0 ? (document.servers ?? []) : [],
    mostRequests: model === null ? null : model === 'lexical' ? 0 : requests * toMake,
    prices,
    estimate: estimate(used.get(agentKey(agent)), toMake, prices),
  };
}

function estimate(
  used: Used | undefined,
  runs: number,
  prices: PlannedPart['prices'],
): PlannedPart['estimate'] {
  if (used === undefined) return null;
  const [input, output] = [(used.input / used.runs) * runs, (used.output / used.runs) * runs];
  return {
    fromRuns: used.runs,
    inputTokens: Math.round(input),
    outputTokens: Math.round(output),
    cost:
      prices === null ? null : rounded((input * prices.input + output * prices.output) / 1_000_000),
  };
}

/** What the runs of a part may cost; null where that is unknown. */
function costOf({ model, estimate: costEstimate }: PlannedPart): number | null {
  return model === 'lexical' ? 0 : (costEstimate?.cost ?? null);
}

function rounded(cost: number): number {
  return Math.round(cost * 1_000_000) / 1_000_000;
}
