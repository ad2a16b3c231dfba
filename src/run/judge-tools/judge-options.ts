import type { Prices } from '#drivers';

/** Which model judges doubtful pairs of tools, and within which limits. */
export interface JudgeToolsOptions {
  /** Provider and name, such as `openai:gpt-5-mini`. */
  readonly model: string;
  /** Null is the vendor's own. */
  readonly baseUrl: string | null;
  /** The variable that has the key; null is the vendor's usual one. */
  readonly apiKeyEnv: string | null;
  /** Per million tokens; null where they are not known. */
  readonly prices: Prices | null;
  readonly maxCost: number | null;
  /** How many pairs are asked about at most, the most alike first. */
  readonly maxPairs: number;
  /** How alike the pairs are at least; null is the default. */
  readonly minDoubtful: number | null;
  /** Where answers are kept for later. */
  readonly cache: string;
  /** The folder where answers are recorded, or only taken from; null: none. */
  readonly folder: string | null;
  /** The model is not asked: only recorded answers count. */
  readonly isReplay: boolean;
  readonly environment: Readonly<Record<string, string | undefined>>;
}
