import {
  type CallRules,
  type CallRuleSpec,
  compileCallRules,
  type CompiledScorer,
  isJsonObject,
  type Json,
  type JsonObject,
  type Scorer,
  type Services,
} from '#core';

/** How many different scorers are kept ready at once. */
const KEPT = 1000;

/** Makes scorers and call rules ready, equal ones once: tests share their classes and rules, and rows their expectations. */
export class ScorerCompiler {
  readonly #services: Services;
  readonly #known = new Map<string, CompiledScorer>();
  /** Classes as text: tests that name a declared class share it. */
  readonly #texts = new WeakMap<JsonObject, string>();
  readonly #rules = new Map<CallRuleSpec, CallRules>();

  constructor(services: Services) {
    this.#services = services;
  }

  rules(spec: CallRuleSpec): CallRules {
    let rules = this.#rules.get(spec);
    if (rules === undefined) this.#rules.set(spec, (rules = compileCallRules(spec)));
    return rules;
  }

  compile(scorer: Scorer, options: JsonObject): CompiledScorer {
    // A catalog is long, and expected calls are seldom the same twice: keeping them would cost more than it saves.
    if ('catalog' in options || 'expected' in options) {
      return scorer.compile(options, this.#services);
    }
    const key = `${scorer.name} ${this.#keyOf(options)}`;
    let compiled = this.#known.get(key);
    if (compiled === undefined) {
      compiled = scorer.compile(options, this.#services);
      if (this.#known.size >= KEPT) this.#known.clear();
      this.#known.set(key, compiled);
    }
    return compiled;
  }

  #keyOf(options: JsonObject): string {
    const list = options.classes;
    if (!Array.isArray(list)) return JSON.stringify(options);
    const classes: readonly Json[] = list;
    const rest = JSON.stringify({ ...options, classes: null });
    return `${rest}${classes.map((one) => this.#textOf(one)).join()}`;
  }

  #textOf(one: Json): string {
    if (!isJsonObject(one)) return JSON.stringify(one);
    let text = this.#texts.get(one);
    if (text === undefined) this.#texts.set(one, (text = JSON.stringify(one)));
    return text;
  }
}
