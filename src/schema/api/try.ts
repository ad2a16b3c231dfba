import type { ComparisonVerdict } from '#core';

/** What can be tried on an eval. */
export interface ApiTrial {
  readonly suite: string;
  readonly eval: string;
  /** The kept run that is compared with; null where there is none with a matrix of the eval. */
  readonly baseline: { readonly id: number; readonly startedAt: string } | null;
  /** Why nothing can be tried; null where it can. */
  readonly obstacle: string | null;
  /** The tools and what the model sees of them; null where it is not recorded. */
  readonly tools: readonly { readonly name: string; readonly description: string | null }[];
}

/** Other descriptions, and what trying them may cost. */
export interface ApiTrialRequest {
  readonly suite: string;
  readonly eval: string;
  readonly descriptions: Readonly<Record<string, string>>;
  /** Null: as much as it takes. */
  readonly maxCost: number | null;
}

/** What a trial would take. */
export interface ApiTrialPlan {
  readonly cases: number;
  readonly allCases: number;
  readonly toMake: number;
  readonly mostRequests: number | null;
  readonly cost: number | null;
}

/** The trial that was started last. */
export type ApiTryJob = { readonly id: number; readonly suite: string; readonly eval: string } & (
  | {
      readonly state: 'running';
      readonly done: number;
      readonly total: number;
      readonly failed: number;
      readonly cost: number;
      readonly notes: readonly string[];
    }
  | {
      readonly state: 'done';
      readonly verdict: ComparisonVerdict;
      /** What the command prints. */
      readonly text: string;
      readonly notes: readonly string[];
    }
  | { readonly state: 'failed'; readonly message: string }
  | { readonly state: 'cancelled' }
);
