import { Expectation } from '../calls/expectation.ts';
import type { ExpectedTools } from '../tools/expected-tools.ts';
import type { ArgumentRules, RelaxationOptions } from '../arguments/argument-rules.ts';
import { currentAssumption } from '../arguments/redacted-comparison.ts';
import type { Services } from '../scoring/scorer.ts';
import { formatPattern, ToolIndex } from '../tools/tool-pattern.ts';
import type { ToolCall } from '../trace/trace.ts';
import { bestPairs } from './best-pairs.ts';
import type { Label } from './label.ts';

/** How calls are paired with a label; the first value is the default. */
export interface PairingOptions extends RelaxationOptions {
  /** Which call is the decision that `expected_tool` speaks of. */
  readonly decision?: 'first' | 'any';
}

/** The same made ready. */
export interface PairingRules {
  readonly decision: 'first' | 'any';
  readonly rulesOf: (call: ToolCall) => ArgumentRules;
  readonly services: Services;
}

/** An expected call, or that none was expected, with the call that represents it. */
interface Pair {
  /** Index of the expected call; -1 where the label says that no tool should be called. */
  readonly expected: number;
  /** Index of the observed call; -1 where there is none. */
  readonly call: number;
  /** The observed tool is among the expected ones; for no tool expected, that none was called. */
  readonly acceptable: boolean;
}

/** The pairs of a case, and the calls that nothing was expected for. */
export interface Pairing {
  readonly pairs: readonly Pair[];
  readonly extras: readonly number[];
}

const RIGHTLY_NONE: Pairing = {
  pairs: [{ expected: -1, call: -1, acceptable: true }],
  extras: [],
};

/** A label made ready to pair calls with. */
export class Pairer {
  readonly label: Label;
  readonly #rules: PairingRules;
  readonly #index: ToolIndex;
  readonly #expectations: readonly (Expectation | null)[];

  #last: {
    readonly calls: readonly ToolCall[];
    readonly assumption: string | null;
    readonly pairing: Pairing;
  } | null = null;

  constructor(label: Label, rules: PairingRules) {
    this.label = label;
    this.#rules = rules;
    this.#index = new ToolIndex(label.calls.map(({ tools }) => tools));
    this.#expectations = label.calls.map(({ tools, args }) =>
      args === undefined
        ? null
        : new Expectation({ tool: tools[0], args }, rules.rulesOf, rules.services),
    );
  }

  /** The tools that the label expects. */
  get expectedTools(): readonly ExpectedTools[] {
    return this.label.calls.map(({ name, tools }) => ({
      class: name === formatPattern(tools[0]) ? null : name,
      tools,
    }));
  }

  /** Whether a further call cannot take the place of one that is acceptable. */
  get keepsDecision(): boolean {
    return this.label.kind === 'calls' || this.#rules.decision === 'any';
  }

  /** How many expected calls have labelled arguments. */
  get labelledArguments(): number {
    return this.#expectations.filter((expectation) => expectation !== null).length;
  }

  /** The arguments that the label expects of a call; null where they are not labelled. */
  expectation(index: number): Expectation | null {
    return this.#expectations[index] ?? null;
  }

  /** Pairs the calls of a run; asked for the same run again it answers what it answered. */
  pair(calls: readonly ToolCall[]): Pairing {
    const assumption = currentAssumption();
    if (this.#last?.calls !== calls || this.#last.assumption !== assumption)
      this.#last = { calls, assumption, pairing: this.#pair(calls) };
    return this.#last.pairing;
  }

  #pair(calls: readonly ToolCall[]): Pairing {
    const { kind } = this.label;
    if (kind === 'calls') return this.#pairSeveral(calls);
    const decided = kind === 'none' ? 0 : this.#decision(calls);
    if (calls.length === 0) {
      return kind === 'none'
        ? RIGHTLY_NONE
        : { pairs: [{ expected: 0, call: -1, acceptable: false }], extras: [] };
    }
    const acceptable = kind !== 'none' && this.accepts(calls[decided]!);
    return {
      pairs: [{ expected: kind === 'none' ? -1 : 0, call: decided, acceptable }],
      extras: calls.flatMap((_, i) => (i === decided ? [] : [i])),
    };
  }

  /** Whether the tool of a call is expected anywhere. */
  accepts(call: ToolCall): boolean {
    return this.#index.match(call).length > 0;
  }

  #decision(calls: readonly ToolCall[]): number {
    if (this.#rules.decision !== 'any') return 0;
    return Math.max(
      0,
      calls.findIndex((call) => this.accepts(call)),
    );
  }

  #pairSeveral(calls: readonly ToolCall[]): Pairing {
    const candidates: { call: number; equal: boolean }[][] = this.label.calls.map(() => []);
    calls.forEach((observed, call) => {
      for (const slot of this.#index.match(observed)) {
        const equal = this.expectation(slot)?.fits(observed) ?? false;
        candidates[slot]!.push({ call, equal });
      }
    });
    const paired = bestPairs(candidates);
    const taken = new Set(paired);
    let extras = calls.flatMap((_, i) => (taken.has(i) ? [] : [i]));
    const missed = paired.flatMap((call, i) => (call === -1 ? [i] : []));
    let substitute = -1;
    if (missed.length === 1 && extras.length === 1) {
      substitute = extras[0]!;
      extras = [];
    }
    return {
      pairs: paired.map((call, expected) =>
        call === -1
          ? { expected, call: substitute, acceptable: false }
          : { expected, call, acceptable: true },
      ),
      extras,
    };
  }
}
