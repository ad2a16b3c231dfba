import type { SpanTree } from './span-tree.ts';

/** The turn of each span: models count from 1, an execution belongs to the last model before it. */
export function numberTurns({ branches }: SpanTree): Turns {
  const last = new Map<string | null, number>();
  let turn = 0;
  return branches.map((branch) => {
    const { kind, output } = branch.node.facts;
    const answers =
      kind === 'model' && (output.hasContent ? !branch.below.output : !branch.below.model);
    if (answers) {
      turn += 1;
      last.set(branch.requester, turn);
    }
    return last.get(branch.requester);
  });
}

/** By the places of spans in time; undefined before the first answer. */
export type Turns = readonly (number | undefined)[];
