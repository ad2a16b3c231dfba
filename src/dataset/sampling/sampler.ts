import type { UserError } from '#core';
import { type JsonObject, type RedactionPolicy, type Trace, WITH_PII } from '#core';
import { sha256 } from '../hash.ts';
import { alikeKey } from './alike.ts';
import { allocate } from './allocate.ts';
import { type Cut, cutDecisions, cutRun, type Unit } from './cut-cases.ts';
import { NearDuplicates } from './near-duplicates.ts';
import type { Sample, StratumCount } from './sample.ts';
import { buildCase, rawText, type SampledCase } from './sampled-case.ts';
import { Strata } from './strata.ts';
import { datasetError } from '../codes.ts';

/** How a sample is drawn. */
export interface SamplePlan {
  readonly size: number;
  readonly seed: string;
  readonly by: readonly string[];
  readonly unit: Unit;
  /** The fewest cases of a stratum, where it has as many. */
  readonly minimum: number;
  /** How many percent of the decisions that called no tool may be drawn; by default all. */
  readonly answers?: number;
  /** What is replaced by placeholders; by default secrets and personal data. */
  readonly redaction?: RedactionPolicy;
}

/** A trace on its way between threads: text that keeps numbers as they are written, where that can be read again. */
export interface SentTrace {
  /** Whether its tools are those of the catalog, which is left out. */
  readonly hasCatalog: boolean;
  readonly trace: string | Trace;
}

/** A stratum as plain data. */
interface StratumState {
  readonly values: readonly string[];
  readonly population: number;
  readonly candidates: readonly {
    readonly rank: string;
    readonly represents: number;
    readonly trace: SentTrace;
    readonly turn: number | null;
  }[];
}

/** What a sampler has drawn from some traces, as plain data. */
export interface SamplerState {
  readonly traces: number;
  readonly strata: readonly StratumState[];
}

interface Candidate {
  readonly rank: string;
  cut: Cut;
  represents: number;
}

interface Stratum {
  readonly values: readonly string[];
  /** How many percent of its cases may be drawn. */
  readonly percent: number;
  population: number;
  candidates: Map<string, Candidate>;
  /** Higher ranks cannot be drawn any more. */
  bound: string | null;
  /** With so many candidates it is time to let go of some. */
  full: number;
}

const MAX_STRATA = 100_000;

/**
 * Draws cases from traces in one pass. Each case has a rank, a hash of the seed and of what near-duplicates share, and
 * the lowest ranks of each stratum are drawn: so neither the order of files nor duplicates change what is drawn.
 *
 * Candidates are the ranks below a limit that is the same for all strata, and the lowest of each stratum. Both get
 * fewer with every case and every stratum, never more: so what was dropped was not a candidate in the end, and as many are
 * kept as the sample needs, not the population.
 */
export class Sampler {
  readonly #plan: SamplePlan;
  readonly #policy: RedactionPolicy;
  readonly #strata: Strata;
  readonly #found = new Map<string, Stratum>();
  /** How many candidates there are to be: more than asked for, because near-duplicates are left out at the end. */
  readonly #wanted: number;
  #traces = 0;
  #population = 0;
  /** Hundredths of the cases that may be drawn: a stratum of which a share may be drawn counts by that share. */
  #drawable = 0;

  constructor(plan: SamplePlan) {
    this.#plan = plan;
    this.#policy = plan.redaction ?? WITH_PII;
    this.#strata = new Strata(plan.by, this.#policy, (plan.answers ?? ALL) < ALL);
    this.#wanted = 4 * plan.size;
  }

  add(trace: Trace): void {
    this.#traces += 1;
    for (const cut of this.#cutsOf(trace)) this.#addCut(cut);
  }

  #addCut(cut: Cut): void {
    const stratum = this.#stratumOf(this.#strata.valuesOf(cut));
    this.#addPopulation(stratum, 1);
    if (stratum.percent === 0) return;
    const rank = sha256(`${this.#plan.seed}\u0000${alikeKey(cut)}`);
    this.#addCandidate(stratum, { rank, cut, represents: 1 });
  }

  #addPopulation(stratum: Stratum, cases: number): void {
    stratum.population += cases;
    this.#population += cases;
    this.#drawable += cases * stratum.percent;
  }

  #addCandidate(stratum: Stratum, candidate: Candidate): void {
    const { rank } = candidate;
    if (stratum.bound !== null && rank > stratum.bound) return;
    const twin = stratum.candidates.get(rank);
    if (twin !== undefined) addTwin(twin, candidate);
    else {
      stratum.candidates.set(rank, candidate);
      if (stratum.candidates.size >= stratum.full) this.#prune(stratum);
    }
  }

  /** What was drawn so far. */
  state(send: (trace: Trace) => SentTrace): SamplerState {
    const strata = [...this.#found.values()].map((stratum) => ({
      values: stratum.values,
      population: stratum.population,
      candidates: this.#candidatesOf(stratum).map(({ rank, represents, cut }) => ({
        rank,
        represents,
        trace: send(cut.trace),
        turn: cut.turn,
      })),
    }));
    return { traces: this.#traces, strata };
  }

  /** Adds what was drawn from other traces. What was dropped there is not a candidate here, where there are more cases. */
  merge({ traces, strata }: SamplerState, receive: (sent: SentTrace) => Trace): void {
    this.#traces += traces;
    for (const { values, population, candidates } of strata) {
      const stratum = this.#stratumOf(values);
      this.#addPopulation(stratum, population);
      for (const { rank, represents, trace, turn } of candidates) {
        const cut = this.#cutsOf(receive(trace)).find((each) => each.turn === turn) as Cut;
        this.#addCandidate(stratum, { rank, cut, represents });
      }
    }
  }

  #cutsOf(trace: Trace): readonly Cut[] {
    return this.#plan.unit === 'decision' ? cutDecisions(trace) : [cutRun(trace)];
  }

  #stratumOf(values: readonly string[]): Stratum {
    const key = JSON.stringify(values);
    let stratum = this.#found.get(key);
    if (stratum === undefined) {
      const percent = this.#strata.isAnswer(values) ? (this.#plan.answers ?? ALL) : ALL;
      stratum = { values, percent, population: 0, candidates: new Map(), bound: null, full: FEW };
      this.#found.set(key, stratum);
      if (this.#found.size > MAX_STRATA) throw tooManyStrata(this.#strata.by);
    }
    return stratum;
  }

  /** Drops what is not a candidate any more. What is drawn in the end was never dropped, so its count is exact. */
  #prune(stratum: Stratum): void {
    const kept = this.#candidatesOf(stratum);
    stratum.full = Math.max(FEW, 2 * kept.length);
    if (kept.length === stratum.candidates.size) return;
    stratum.candidates = new Map(kept.map((candidate) => [candidate.rank, candidate]));
    const [last, limit] = [kept.at(-1)?.rank ?? '', this.#limit(stratum)];
    stratum.bound = last > limit ? last : limit;
  }

  /** The candidates of a stratum by their ranks: the lowest, and all below the limit of as many as are wanted. */
  #candidatesOf(stratum: Stratum): readonly Candidate[] {
    const all = ranked(stratum);
    const share = Math.max(2 * this.#plan.minimum, Math.ceil(this.#wanted / this.#found.size));
    const limit = this.#limit(stratum);
    const above = all.findIndex(({ rank }, i) => i >= share && rank > limit);
    return above < 0 ? all : all.slice(0, above);
  }

  /** Below it is as large a share of all ranks as is wanted of the cases of a stratum. */
  #limit({ percent }: Stratum): string {
    const digits = 12;
    const most = 16 ** digits - 1;
    const share = Math.min(1, (this.#wanted * percent) / this.#drawable);
    return Math.floor(share * most)
      .toString(16)
      .padStart(digits, '0');
  }

  /** The sample; cases by id, strata by their values. */
  finish(): Sample {
    const strata = [...this.#found]
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([, stratum]) => stratum);
    let redactions = 0;
    const different = strata.map((stratum) => leaveOutAlike(this.#candidatesOf(stratum)));
    const shares = strata.map(({ population, percent }, i) => ({
      population: population * percent,
      available: Math.min(different[i]!.length, Math.ceil((population * percent) / ALL)),
    }));
    const sizes = allocate(shares, this.#plan.size, this.#minimum());
    const cases: SampledCase[] = [];
    const counts = strata.map(({ values, population }, i): StratumCount => {
      const name = this.#nameOf(values);
      const drawn = different[i]!.slice(0, sizes[i]);
      for (const { cut, represents } of drawn)
        for (const part of this.#casesIn(cut)) {
          const built = buildCase(part, name, represents, this.#policy);
          cases.push(built.case);
          redactions += built.redactions;
        }
      const represents = drawn.reduce((sum, sampled) => sum + sampled.represents, 0);
      return { stratum: name, population, sampled: drawn.length, represents };
    });
    return {
      plan: this.#plan,
      traces: this.#traces,
      population: this.#population,
      strata: counts,
      redactions,
      cases: uniqueById(cases),
    };
  }

  /** Decisions with and without a call are strata of themselves: the minimum of `by` would make a small sample mostly answers. */
  #minimum(): number {
    const { by, minimum, answers = ALL } = this.#plan;
    return by.length === 0 && answers < ALL ? Math.min(minimum, 1) : minimum;
  }

  #casesIn(cut: Cut): readonly Cut[] {
    return this.#plan.unit === 'conversation' ? cutDecisions(cut.trace) : [cut];
  }

  #nameOf(values: readonly string[]): JsonObject {
    return Object.fromEntries(this.#strata.by.map((trait, i) => [trait, values[i] as string]));
  }
}

/** Percent. */
const ALL = 100;

/** Fewer candidates than this are not worth a look. */
const FEW = 64;

function ranked({ candidates }: Stratum): readonly Candidate[] {
  return [...candidates.values()].sort((a, b) => (a.rank < b.rank ? -1 : 1));
}

/** Of near-duplicates the one with the smallest id or text stays, whichever came first. */
function addTwin(twin: Candidate, { cut, represents }: Candidate): void {
  twin.represents += represents;
  if (comesBefore(cut, twin.cut)) twin.cut = cut;
}

function comesBefore(a: Cut, b: Cut): boolean {
  const [first, second] = [a.trace.id ?? '', b.trace.id ?? ''];
  if (first !== second) return first < second;
  return rawText(a) < rawText(b);
}

/** Leaves out near-duplicates of cases of lower rank. */
function leaveOutAlike(candidates: readonly Candidate[]): readonly Candidate[] {
  const seen = new NearDuplicates<Candidate>();
  return candidates.filter((candidate) => {
    const alike = seen.findOrAdd(candidate);
    if (alike !== null) alike.represents += candidate.represents;
    return alike === null;
  });
}

/** Cases that are equal once secrets are out are one case of a sample. */
function uniqueById(cases: readonly SampledCase[]): readonly SampledCase[] {
  const byId = new Map<string, SampledCase>();
  for (const sampled of cases) {
    const other = byId.get(sampled.id);
    byId.set(
      sampled.id,
      other === undefined
        ? sampled
        : { ...other, represents: other.represents + sampled.represents },
    );
  }
  return [...byId.values()].sort((a, b) => (a.id < b.id ? -1 : 1));
}

function tooManyStrata(by: readonly string[]): UserError {
  return datasetError(
    'SAMPLE_STRATA',
    `--by ${by.join(',')} divides the cases into more than ${MAX_STRATA} strata`,
    { hint: 'divide by something that has few values' },
  );
}
