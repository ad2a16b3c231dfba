import {
  type CallRules,
  type CallRuleSpec,
  compileCallRules,
  NO_CALL_RULES,
} from '../calls/call-rules.ts';
import { ClassOffers } from './class-offers.ts';
import type { CompiledScorer } from '../scoring/scorer.ts';
import { ExpectedNames, type ExpectedTools } from '../tools/expected-tools.ts';
import { ToolIndex } from '../tools/tool-pattern.ts';
import type { ToolRef, Trace } from '../trace/trace.ts';
import { plainCall } from './plain-call.ts';
import type { ScorerCompiler } from './scorer-compiler.ts';

/** Notes which tools runs of a test or an eval call, are offered and are expected to call. */
export class NameNotes {
  readonly offers: ClassOffers;
  readonly #rules: CallRuleSpec;
  readonly #seen: ScorerCompiler['seen'];
  readonly #fixed: readonly (CompiledScorer | null)[];
  readonly #expected = new ExpectedNames();
  /** Renames offered tools like calls; null where nothing is renamed. */
  readonly #aliases: CallRules | null;

  /** `fixed` are the scorers that are the same for all runs; null where one is made ready for each row. */
  constructor(
    rules: CallRuleSpec,
    seen: ScorerCompiler['seen'],
    fixed: readonly (CompiledScorer | null)[],
  ) {
    this.#rules = rules;
    this.#seen = seen;
    this.#fixed = fixed;
    this.offers = new ClassOffers(fixed);
    for (const scorer of fixed) this.#expected.add(scorer?.expects?.() ?? []);
    const { aliases } = rules;
    this.#aliases = aliases.length === 0 ? null : compileCallRules({ ...NO_CALL_RULES, aliases });
  }

  /** The tools that runs are expected to call. */
  get expected(): readonly ExpectedTools[] | null {
    return this.#expected.state();
  }

  /** Notes tools that some runs call. */
  noteTools(tools: readonly ToolRef[]): void {
    this.#seen.add(tools);
  }

  /** Notes tools that some runs call, and what the rules of calls rename them to. */
  noteCalled(tools: readonly ToolRef[]): void {
    this.noteTools(tools);
    this.noteTools(compileCallRules(this.#rules)(tools.map(plainCall)).calls);
  }

  /** Notes a run; `counted` are those of its calls that count. */
  noteRun({ calls, offered, partial }: Trace, counted: readonly ToolRef[]): void {
    this.noteTools(calls);
    if (counted !== calls) this.noteTools(counted);
    if (offered === null) return;
    const renamed = this.#rename(offered);
    this.noteTools(renamed);
    if (this.#isOfferKnown(partial)) this.offers.add(renamed);
  }

  /** Notes tools that some runs were offered; `noteMore` counts these runs. */
  noteOffered(offered: readonly ToolRef[]): void {
    const renamed = this.#rename(offered);
    this.noteTools(renamed);
    this.offers.note(renamed);
  }

  #rename(offered: readonly ToolRef[]): readonly ToolRef[] {
    return this.#aliases?.(offered.map(plainCall)).calls ?? offered;
  }

  /** Notes further runs that call and are offered the same. */
  noteMore({ offered, partial }: Pick<Trace, 'offered' | 'partial'>, runs: number): void {
    if (offered !== null && this.#isOfferKnown(partial)) this.offers.addMore(runs);
  }

  /** What a tool unwraps to is not listed, and a partial run may have been offered more. */
  #isOfferKnown(partial: Trace['partial']): boolean {
    return partial !== true && this.#rules.unwrap.length === 0;
  }

  /** Whether some call is of a tool that the scorers of a row expect; null where they expect none. */
  callsExpected(compiled: readonly CompiledScorer[], calls: readonly ToolRef[]): boolean | null {
    const lists = compiled.map((compiledScorer) => compiledScorer.expects?.() ?? NONE);
    const expected = lists.length === 1 ? (lists[0] ?? NONE) : lists.flat();
    const [first] = expected;
    if (first === undefined) return null;
    for (const [i, list] of lists.entries()) if (this.#fixed[i] === null) this.#expected.add(list);
    // An index of all tools costs more than most rows need.
    if (calls[0] !== undefined && first.tools.some((tool) => tool === calls[0]?.name)) return true;
    const index = new ToolIndex(expected.map(({ tools }) => tools));
    return calls.some((call) => index.match(call).length > 0);
  }
}

const NONE: readonly ExpectedTools[] = [];
