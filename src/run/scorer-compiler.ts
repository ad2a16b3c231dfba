import {
  type CompiledScorer,
  type JsonObject,
  type Scorer,
  type Services,
  stringifyJson,
} from '#core';

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
    // A catalog is long and belongs to a whole suite: writing it out would cost more than it saves.
    if ('catalog' in options) return scorer.compile(options, this.#services);
    // Only expected arguments can hold numbers whose digits the runtime's writer would lose.
    const write = 'expected' in options ? stringifyJson : JSON.stringify;
    const key = `${scorer.name} ${write(options)}`;
    let compiled = this.#known.get(key);
    if (compiled === undefined) {
      compiled = scorer.compile(options, this.#services);
      if (this.#known.size >= KEPT) this.#known.clear();
      this.#known.set(key, compiled);
    }
    return compiled;
  }
}
