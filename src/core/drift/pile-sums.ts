import { CallChecker, type CallFinding, type CheckedCalls } from '../calls/call-checker.ts';
import type { Services } from '../scoring/scorer.ts';
import type { CountedPile } from '../trace/counted-pile.ts';
import { usageOfRun } from '../trace/run-usage.ts';
import { findTextCall, hasAnswer } from '../trace/text-calls.ts';
import type { ToolCall, Trace } from '../trace/trace.ts';
import type { MeanId, RateId } from './drift-report.ts';
import { MeanSums } from './mean-sums.ts';
import { RateSums } from './rate-sums.ts';
import { ToolTallies } from './tool-tallies.ts';
import type { ToolTally } from './tool-tally.ts';

export const RATE_IDS: readonly RateId[] = [
  'without_calls',
  'failed',
  'hallucinated',
  'invalid_args',
  'unparsed_args',
  'duplicate',
  'text_calls',
];
export const MEAN_IDS: readonly MeanId[] = ['calls', 'tokens', 'cost', 'time'];

/** Shares that need the arguments of calls or the offered tools. */
const UNCOUNTED: readonly RateId[] = ['hallucinated', 'invalid_args', 'unparsed_args', 'duplicate'];

/** What is counted of one pile of traces: sums that do not depend on how the pile is split. */
export class PileSums {
  readonly tools: ToolTallies = new ToolTallies();
  readonly rates: ReadonlyMap<RateId, RateSums> = new Map(
    RATE_IDS.map((id) => [id, new RateSums()]),
  );
  readonly means: ReadonlyMap<MeanId, MeanSums> = new Map(
    MEAN_IDS.map((id) => [id, new MeanSums()]),
  );
  runs = 0;
  /** Runs of which only a part was observed: they are only counted. */
  partial = 0;
  withCalls = 0;
  calls = 0;
  /** The squares of the calls of runs. */
  squares = 0;
  withoutOffers = 0;
  readonly #checker: CallChecker;

  constructor(services: Services) {
    this.#checker = new CallChecker(undefined, services);
  }

  /** Adds a run; `calls` are those of it that count. */
  add(trace: Trace, calls: readonly ToolCall[], where: () => string | null): void {
    if (trace.partial === true) {
      this.partial += 1;
      return;
    }
    this.runs += 1;
    this.calls += calls.length;
    this.squares += calls.length * calls.length;
    if (calls.length > 0) this.withCalls += 1;
    const checked = this.#checker.check(calls, trace);
    this.#addTools(calls, checked, where);
    this.#addOffers(trace);
    this.#addRates(trace, calls, checked, where);
    const usage = usageOfRun(trace, calls.length);
    for (const id of MEAN_IDS) {
      const value = usage[id];
      if (value !== undefined) this.means.get(id)?.add(value);
    }
  }

  /** Adds runs that a database counted. What it did not look at is lacking in all of them. */
  addCounted({ sizes, tools }: CountedPile): void {
    for (const { calls, failed, runs } of sizes) {
      this.runs += runs;
      this.calls += calls * runs;
      this.squares += calls * calls * runs;
      this.withoutOffers += runs;
      this.means.get('calls')?.add(calls, runs);
      const add = (id: RateId, counts: boolean | null): void =>
        this.rates.get(id)?.add(counts, () => null, runs);
      add('without_calls', calls === 0);
      add('text_calls', null);
      if (calls === 0) continue;
      this.withCalls += runs;
      add('failed', failed === null ? null : failed > 0);
      for (const id of UNCOUNTED) add(id, null);
    }
    for (const counted of tools) {
      const tally = this.tools.of(counted.tool);
      tally.runs += counted.runs;
      tally.calls += counted.calls;
      tally.squares += counted.squares;
      tally.products += counted.products;
    }
  }

  /** Adds what was counted in a later part of the pile. */
  merge(other: PileSums): void {
    this.tools.merge(other.tools);
    for (const [id, rate] of other.rates) this.rates.get(id)?.merge(rate);
    for (const [id, mean] of other.means) this.means.get(id)?.merge(mean);
    this.runs += other.runs;
    this.partial += other.partial;
    this.withCalls += other.withCalls;
    this.calls += other.calls;
    this.squares += other.squares;
    this.withoutOffers += other.withoutOffers;
  }

  #addTools(
    calls: readonly ToolCall[],
    { findings }: CheckedCalls,
    where: () => string | null,
  ): void {
    const called: ToolTally[] = [];
    calls.forEach((call, at) => {
      const tally = this.tools.of(call);
      if (tally.addCall(findings[at]?.includes('hallucinated') === true)) called.push(tally);
    });
    for (const tally of called) tally.endRun(calls.length, where);
  }

  #addOffers({ offered }: Trace): void {
    if (offered === null) {
      this.withoutOffers += 1;
      return;
    }
    // A list may name a tool twice; a run offers it once.
    for (const tally of new Set(offered.map((tool) => this.tools.of(tool)))) tally.offered += 1;
  }

  #addRates(
    trace: Trace,
    calls: readonly ToolCall[],
    checked: CheckedCalls,
    where: () => string | null,
  ): void {
    const add = (id: RateId, counts: boolean | null): void =>
      this.rates.get(id)?.add(counts, where);
    add('without_calls', calls.length === 0);
    add('text_calls', hasAnswer(trace) ? findTextCall(trace) !== null : null);
    // A run without a call has none that could fail.
    if (calls.length === 0) return;
    const has = (kind: CallFinding): boolean =>
      checked.findings.some((ofCall) => ofCall.includes(kind));
    add('failed', checked.lacksOutcome ? null : has('failed'));
    add('hallucinated', checked.lacksTools ? null : has('hallucinated'));
    const isUnjudged = checked.lacksSchemas || checked.unjudged.length > 0;
    add('invalid_args', isUnjudged ? null : has('invalid_args'));
    add('unparsed_args', has('unparsed_args'));
    add('duplicate', has('duplicate'));
  }
}
