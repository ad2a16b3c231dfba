/** Counts the answers of an agent by the model that gave them. */
export class AnswerModels {
  /** The model of the first answer: of all, where `counts` is null. */
  #first: string | null = null;
  #answers = 0;
  /** Where there are several: by the last use of each, so that the last of equals is the latest. */
  #counts: Map<string, number> | null = null;

  add(model: string): void {
    this.#answers += 1;
    if (this.#counts === null) {
      this.#first ??= model;
      if (model === this.#first) return;
      this.#counts = new Map([[this.#first, this.#answers - 1]]);
    }
    const earlier = this.#counts.get(model) ?? 0;
    this.#counts.delete(model);
    this.#counts.set(model, earlier + 1);
  }

  /** The model of the most answers; of equals the model of the latest answer. Null without any. */
  main(): string | null {
    let main = this.#first;
    let most = 0;
    for (const [model, answers] of this.#counts ?? []) {
      if (answers < most) continue;
      main = model;
      most = answers;
    }
    return main;
  }
}
