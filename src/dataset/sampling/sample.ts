import { type Json, type JsonObject, stringifyAsWritten } from '#core';
import { sha256 } from '../hash.ts';
import type { Unit } from './cut-cases.ts';
import type { SampledCase } from './sampled-case.ts';
import type { SamplePlan } from './sampler.ts';

/** How much of a stratum was drawn. */
export interface StratumCount {
  readonly stratum: JsonObject;
  readonly population: number;
  readonly sampled: number;
  /** How many cases of the population the drawn ones stand for, near-duplicates counted. */
  readonly represents: number;
}

/** Cases that were drawn, and from what. */
export interface Sample {
  readonly plan: SamplePlan;
  readonly traces: number;
  readonly population: number;
  readonly strata: readonly StratumCount[];
  readonly redactions: number;
  readonly cases: readonly SampledCase[];
}

/** `manifest.json` of a sample: how it was drawn, and from how many. */
export interface SampleManifest {
  readonly schemaVersion: 1;
  readonly kind: 'sample';
  readonly seed: string;
  readonly unit: Unit;
  readonly size: number;
  readonly minimum: number;
  readonly by: readonly string[];
  /** How much of the decisions without a call may be drawn: `all`, `none` or a share; absent in older samples: all. */
  readonly answers?: string;
  readonly traces: number;
  /** Records that were not a trace; they are not in the population. */
  readonly unreadable: number;
  readonly population: number;
  readonly cases: number;
  readonly redactions: number;
  readonly strata: readonly StratumCount[];
  /** SHA-256 of `sample.jsonl` as it was drawn. */
  readonly sample: string;
}

/** The text of `sample.jsonl`. */
export function formatCases(cases: readonly SampledCase[]): string {
  return cases.map((sampled) => `${stringifyAsWritten(sampled as unknown as Json)}\n`).join('');
}

function formatAnswers(percent: number): string {
  return percent === 0 ? 'none' : percent === 100 ? 'all' : `${percent}%`;
}

/** What is written beside the cases. */
export function manifestOf(sample: Sample, unreadable: number): SampleManifest {
  const { plan, traces, population, strata, redactions, cases } = sample;
  return {
    schemaVersion: 1,
    kind: 'sample',
    seed: plan.seed,
    unit: plan.unit,
    size: plan.size,
    minimum: plan.minimum,
    by: plan.by,
    answers: formatAnswers(plan.answers ?? 100),
    traces,
    unreadable,
    population,
    cases: cases.length,
    redactions,
    strata,
    sample: sha256(formatCases(cases)),
  };
}
