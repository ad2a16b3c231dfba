import type { ListedTool } from '#core';
import { type DraftedPrompts, draftPrompts } from '#run';
import type { Drafter } from './draft-flags.ts';
import { groupDigits } from '../output/group-digits.ts';
import { untilStopped } from '../output/until-stopped.ts';

/** Has a model draft prompts, with progress on the terminal; returns the exit code where that was interrupted. */
export async function draftByModel(
  tools: readonly ListedTool[],
  drafter: Drafter,
): Promise<DraftedPrompts | number> {
  const { stderr } = process;
  let done = 0;
  const show = (): void => {
    const count = `${groupDigits(done)} of ${groupDigits(tools.length)} tools`;
    if (stderr.isTTY) stderr.write(`\r\u001b[Kprompts by ${drafter.model}: ${count}`);
  };
  show();
  try {
    return await untilStopped((signal) =>
      draftPrompts(tools, {
        ...drafter,
        environment: process.env,
        signal,
        onDone: () => {
          done += 1;
          show();
        },
      }),
    );
  } finally {
    if (stderr.isTTY) stderr.write('\r\u001b[K');
  }
}
