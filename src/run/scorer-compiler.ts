import type { CompiledScorer, JsonObject, Scorer, Services } from '#core';

/** How many different scorers are kept ready at once. */
const KEPT = 1000;

/** Makes scorers ready, equal ones once: tests share their classes, and rows their expectations. */
export class ScorerCompiler {
  readonly #services: Services;
  readonly #known = new Map<string, CompiledScorer>();

  constructor(services: Services) {
    this.#services = services;
  }

  compile(scorer: Scorer, options: JsonObject): CompiledScorer {
    // A catalog is long, and expected calls are seldom the same twice: keeping them would cost more than it saves.
    if ('catalog' in options || 'expected' in options) {
      return scorer.compile(options, this.#services);
    }
    const key = `${scorer.name} ${JSON.stringify(options)}`;
    let compiled = this.#known.get(key);
    if (compiled === undefined) {
      compiled = scorer.compile(options, this.#services);
      if (this.#known.size >= KEPT) this.#known.clear();
      this.#known.set(key, compiled);
    }
    return compiled;
  }
}
