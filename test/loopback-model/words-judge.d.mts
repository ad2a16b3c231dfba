/** What a judge that compares words answers to a question about arguments. */
export interface ComparedWords {
  readonly arguments: readonly {
    readonly argument: string;
    readonly reason: string;
    readonly score: 0 | 0.5 | 1;
  }[];
  readonly reason: string;
  readonly score: 0 | 0.5 | 1;
}

/** Null where there is nothing to compare. */
export function compareWords(data: object): ComparedWords | null;
