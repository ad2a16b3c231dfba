import type { Branch, SpanTree } from './span-tree.ts';

/** The turn of each span: models count from 1, an execution belongs to the last model before it. */
export function numberTurns({ branches }: SpanTree): Turns {
  const last = new Map<string | null, number>();
  let turn = 0;
  return branches.map((branch) => {
    if (isAnswer(branch)) {
      turn += 1;
      last.set(branch.requester, turn);
    }
    return last.get(branch.requester);
  });
}

/** Whether a span represents an answer of a model: no span inside it records the same. */
export function isAnswer({ node, below }: Branch): boolean {
  const { kind, output } = node.facts;
  return kind === 'model' && (output.hasContent ? !below.output : !below.model);
}

/** By the places of spans in time; undefined before the first answer. */
export type Turns = readonly (number | undefined)[];
