import type { Sums } from './sums.ts';
import type { PreparedCalls } from '../calls/call-rules.ts';
import { ClassCounts, type ClassCountState } from './class-counts.ts';
import { EvidenceLog, type EvidenceLogState } from './evidence-log.ts';
import { FirstSeen, type SeenName } from './first-seen.ts';
import type { Quotes } from '../redaction/index.ts';
import type { CallReport, Capped, ClassReport, MissReport, RunLabel } from '../report/report.ts';
import type { CallVerdict, CompiledScorer, RunScore } from '../scoring/scorer.ts';
import { shorten } from '../text/shorten.ts';
import { stringifyJson } from '../json/stringify-json.ts';
import { ToolNames } from '../tools/tool-names.ts';
import type { ToolCall, Trace } from '../trace/trace.ts';

/** The place of a run in canonical order. Runs may arrive in any order; equal orders are not allowed. */
export type RunOrder = number;

type LabelOf = (order: RunOrder) => RunLabel;

interface LoggedCall {
  readonly tool: string;
  readonly verdict: CallVerdict;
  readonly classes: readonly string[] | null;
  readonly arguments: string | null;
  readonly hint: string | null;
}

interface LoggedMiss {
  readonly expected: string;
  readonly hint: string | null;
  readonly isUnjudged?: true;
}

interface VerdictLog {
  readonly verdict: CallVerdict;
  readonly log: EvidenceLog<LoggedCall>;
}

const NONE: readonly never[] = [];

/** Verdicts that count against a call. */
const FAULTS: ReadonlySet<CallVerdict> = new Set<CallVerdict>([
  'unexpected',
  'mismatch',
  'forbidden',
  'hallucinated',
  'invalid_args',
  'unparsed_args',
  'failed',
  'duplicate',
]);

/** Verdicts that say what is not known of a call. */
const OPEN: ReadonlySet<CallVerdict> = new Set<CallVerdict>(['redacted', 'unjudged']);

/** Shared by all evidence: a name is built once, however many tests call the tool. */
const NAMES = new ToolNames();

/** One run with its score. */
export interface ScoredRun {
  readonly order: RunOrder;
  readonly compiled: CompiledScorer;
  readonly prepared: PreparedCalls;
  readonly trace: Trace;
  readonly score: RunScore;
  /** How its texts and values are quoted. */
  readonly quotes: Quotes;
}

/** Evidence as plain data. */
export interface EvidenceState {
  readonly classes: readonly ClassCountState[] | null;
  readonly calls: ReadonlyMap<CallVerdict, EvidenceLogState<LoggedCall>>;
  readonly misses: EvidenceLogState<LoggedMiss>;
  readonly missed: readonly SeenName[];
  readonly unexpected: readonly SeenName[];
  readonly remarks: readonly SeenName[];
}

/** The first evidence of each kind over runs: the same whatever order they arrive in, and never more than can be shown. */
export class Evidence implements Sums<EvidenceState> {
  readonly #showsArguments: boolean;
  /** Null as long as the scorer has no classes. */
  #classes: ClassCounts | null = null;
  /** In order of appearance; there are few verdicts, and every test has a list of them. */
  readonly #calls: VerdictLog[] = [];
  readonly #misses = new EvidenceLog<LoggedMiss>();
  readonly #missed = new FirstSeen();
  readonly #unexpected = new FirstSeen();
  readonly #remarks = new FirstSeen();

  readonly #listsPerfectRuns: boolean;
  /** Whether something of the run that was added last is listed. */
  isLastListed = false;

  constructor(showsArguments: boolean, listsPerfectRuns: boolean) {
    this.#showsArguments = showsArguments;
    this.#listsPerfectRuns = listsPerfectRuns;
  }

  add(run: ScoredRun): void {
    this.isLastListed = false;
    this.#addSlots(run);
    this.#addCalls(run);
    const { order, compiled, prepared } = run;
    if (compiled.remarks === undefined) return;
    compiled.remarks(prepared.calls).forEach(({ about, text }, i) => {
      if (this.#remarks.isFirst(about, order, i)) this.#remarks.add(about, order, i, text());
    });
  }

  #addSlots({ order, compiled, prepared: { calls }, score, quotes, trace }: ScoredRun): void {
    const { hits } = score;
    if (compiled.slotsOf !== undefined) this.#classes ??= new ClassCounts();
    for (let slot = 0; slot < hits.length; slot++) {
      const isHit = hits[slot] !== 0;
      if (isHit && this.#classes === null) continue;
      const name = compiled.slots[slot]!;
      this.#classes?.add(name, slot, isHit);
      if (isHit) continue;
      // Slot before run: what was missed is listed in declared order.
      if (this.#missed.isFirst(name, slot, order))
        this.#missed.add(name, slot, order, quotes.call(name));
      if (this.#misses.wants(order, slot)) {
        this.isLastListed = true;
        const hint = compiled.explainMiss?.(calls, slot, quotes, trace) ?? null;
        this.#misses.add(order, slot, {
          expected: quotes.call(name),
          hint: quoteHint(hint, quotes),
        });
      } else this.#misses.skip();
    }
    if (score.perfect) return;
    const why = compiled.explainRun?.(calls, score, trace) ?? null;
    if (why === null) return;
    if (!this.#misses.wants(order, hits.length)) return this.#misses.skip();
    this.isLastListed = true;
    const missed: LoggedMiss = { expected: quotes.message(why), hint: null };
    const isUnjudged = score.tally['open'] === 1;
    this.#misses.add(order, hits.length, isUnjudged ? { ...missed, isUnjudged } : missed);
  }

  #addCalls(run: ScoredRun): void {
    const { order, compiled, prepared, score } = run;
    const { calls, places } = prepared;
    const listed = this.#listsPerfectRuns || !score.perfect;
    for (let i = 0; i < calls.length; i++) {
      const verdict = score.verdicts[i]!;
      if (verdict === 'ok') continue;
      const log = this.#logOf(verdict);
      const call = calls[i]!;
      const slots = compiled.slotsOf?.(call) ?? null;
      if (!listed && slots === null && !FAULTS.has(verdict)) {
        log.skip();
        continue;
      }
      const place = places === null ? i : places[i]!;
      const tool = NAMES.of(call);
      if (slots !== null) {
        for (const slot of slots) {
          this.#classes?.addTool(compiled.slots[slot]!, tool, order, place);
        }
      }
      if (FAULTS.has(verdict)) this.#unexpected.add(tool, order, place);
      if (listed && log.wants(order, place)) {
        this.isLastListed = true;
        log.add(order, place, this.#describe(run, i, tool, slots));
      } else log.skip();
    }
  }

  #logOf(verdict: CallVerdict): EvidenceLog<LoggedCall> {
    for (const call of this.#calls) if (call.verdict === verdict) return call.log;
    const log = new EvidenceLog<LoggedCall>();
    this.#calls.push({ verdict, log });
    return log;
  }

  /** Counts `times` runs with this score without keeping anything of them. */
  addAlike(compiled: CompiledScorer, { hits, verdicts }: RunScore, times: number): void {
    const { slots } = compiled;
    if (compiled.slotsOf !== undefined) this.#classes ??= new ClassCounts();
    for (let slot = 0; slot < hits.length; slot++) {
      const isHit = hits[slot] !== 0;
      this.#classes?.add(slots[slot]!, slot, isHit, times);
      if (!isHit) this.#misses.skip(times);
    }
    for (const verdict of verdicts) if (verdict !== 'ok') this.#logOf(verdict).skip(times);
  }

  /** Counts calls with a verdict. */
  skip(verdict: CallVerdict, times: number): void {
    this.#logOf(verdict).skip(times);
  }

  /** Counts runs with a reason why they are not perfect. */
  skipExplained(times: number): void {
    this.#misses.skip(times);
  }

  /** Whether something would be kept of a later run with the score of one that was added: its names are not new. */
  accepts(order: RunOrder, { perfect, verdicts }: RunScore): boolean {
    if (!perfect && this.#misses.wants(order, 0)) return true;
    if (perfect && !this.#listsPerfectRuns) return false;
    return verdicts.some((verdict) => verdict !== 'ok' && this.#logOf(verdict).wants(order, 0));
  }

  /** Whether something would be kept of a run that misses this slot. */
  acceptsMiss(order: RunOrder, slot: number, name: string): boolean {
    return this.#misses.wants(order, slot) || this.#missed.isFirst(name, slot, order);
  }

  /** Whether a call with this verdict would be kept. */
  acceptsCall(order: RunOrder, verdict: CallVerdict): boolean {
    return this.#calls.every((call) => call.verdict !== verdict || call.log.wants(order, 0));
  }

  /** The runs that its lists name. */
  *listedRuns(): Generator<RunOrder> {
    for (const { run } of this.#misses.first()) yield run;
    for (const { log } of this.#calls) for (const { run } of log.first()) yield run;
  }

  /** What other evidence needs to go on with this. */
  state(): EvidenceState {
    return {
      classes: this.#classes?.state() ?? null,
      calls: new Map(this.#calls.map(({ verdict, log }) => [verdict, log.state()])),
      misses: this.#misses.state(),
      missed: this.#missed.state(),
      unexpected: this.#unexpected.state(),
      remarks: this.#remarks.state(),
    };
  }

  merge({ classes, calls, misses, missed, unexpected, remarks }: EvidenceState): void {
    if (classes !== null) (this.#classes ??= new ClassCounts()).merge(classes);
    for (const [verdict, log] of calls) this.#logOf(verdict).merge(log);
    this.#misses.merge(misses);
    this.#missed.merge(missed);
    this.#unexpected.merge(unexpected);
    this.#remarks.merge(remarks);
  }

  #describe(
    { compiled, prepared: { calls }, score, trace, quotes }: ScoredRun,
    i: number,
    tool: string,
    slots: readonly number[] | null,
  ): LoggedCall {
    const verdict = score.verdicts[i]!;
    return {
      tool,
      verdict,
      classes: slots === null ? null : slots.map((slot) => compiled.slots[slot]!),
      arguments: this.#showsArguments ? showArguments(calls[i]!, quotes) : null,
      hint:
        FAULTS.has(verdict) || OPEN.has(verdict)
          ? quoteHint(compiled.explainCall?.(calls, i, trace, quotes) ?? null, quotes)
          : null,
    };
  }

  /** Null where the scorer has no classes. */
  classes(): readonly ClassReport[] | null {
    return this.#classes?.reports() ?? null;
  }

  calls(labelOf: LabelOf): readonly CallReport[] {
    const kept = this.#calls.flatMap(({ log }) => log.first());
    if (kept.length === 0) return NONE;
    return kept
      .sort((a, b) => a.run - b.run || a.place - b.place)
      .map(({ run, place, item }) => callReport(labelOf(run), place, item));
  }

  callsTotal(): Readonly<Partial<Record<CallVerdict, number>>> {
    const totals: Partial<Record<CallVerdict, number>> = {};
    const sorted = [...this.#calls].sort((a, b) => (a.verdict < b.verdict ? -1 : 1));
    for (const { verdict, log } of sorted) totals[verdict] = log.total;
    return totals;
  }

  misses(labelOf: LabelOf): Capped<MissReport> {
    const items = this.#misses.first().map(({ run, item }) => missReport(labelOf(run), item));
    return { total: this.#misses.total, items };
  }

  missed(): readonly string[] {
    return this.#missed.texts();
  }

  unexpected(): readonly string[] {
    return this.#unexpected.texts();
  }

  remarks(): readonly string[] {
    return this.#remarks.texts();
  }
}

function quoteHint(hint: string | null, quotes: Quotes): string | null {
  return hint === null ? null : quotes.message(hint);
}

/** Secrets are replaced before the text is cut: half of a secret is not recognised. */
function showArguments({ arguments: args }: ToolCall, quotes: Quotes): string | null {
  if (args.state === 'absent') return null;
  const shown =
    args.state === 'parsed'
      ? stringifyJson(quotes.value(args.value))
      : (quotes.value(args.text) as string);
  return shorten(shown, 400);
}

/** A report item while its optional keys are put in: spreading them would cost more than all the rest. */
type Growing<T> = { -readonly [Key in keyof T]: T[Key] };

function callReport(label: RunLabel, place: number, item: LoggedCall): CallReport {
  const { tool, verdict } = item;
  const call = place + 1;
  const report: Growing<CallReport> =
    'run' in label
      ? { run: label.run, call, tool, verdict }
      : { case: label.case, call, tool, verdict };
  if (item.classes !== null) report.classes = item.classes;
  if (item.arguments !== null) report.arguments = item.arguments;
  if (item.hint !== null) report.hint = item.hint;
  return report;
}

function missReport(label: RunLabel, { expected, hint, isUnjudged }: LoggedMiss): MissReport {
  const report: Growing<MissReport> =
    'run' in label ? { run: label.run, expected } : { case: label.case, expected };
  if (hint !== null) report.hint = hint;
  if (isUnjudged === true) report.unjudged = true;
  return report;
}
