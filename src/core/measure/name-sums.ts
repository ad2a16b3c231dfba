import {
  ExpectedNames,
  type ExpectedTools,
  type SavedTool,
  SeenTools,
} from '../tools/expected-tools.ts';
import { findUnseenNames } from '../tools/unseen-names.ts';
import type { Issue } from '../issues/issue.ts';
import type { NamesOfShard } from '../report/report.ts';

/** The names that tests and rows expect, and those that runs have, over tests or shards in any order. */
export class NameSums {
  readonly #expected = new ExpectedNames();
  readonly #seen = new SeenTools();
  #offers = 0;

  addExpected(expected: readonly ExpectedTools[] | null, offers: number): void {
    this.#expected.merge(expected);
    this.#offers += offers;
  }

  addSeen(seen: readonly SavedTool[] | null): void {
    this.#seen.merge(seen);
  }

  state(): NamesOfShard {
    return { expected: this.#expected.state(), seen: this.#seen.state(), offers: this.#offers };
  }

  merge({ expected, seen, offers }: NamesOfShard): void {
    this.addExpected(expected, offers);
    this.addSeen(seen);
  }

  /** Warnings about names that no run has. Without a measured run nothing is known of any name. */
  findUnseen(runs: number): readonly Issue[] {
    const { expected, seen, offers } = this.state();
    return runs === 0 ? [] : findUnseenNames({ expected, seen, isOfferKnown: offers === runs });
  }
}
