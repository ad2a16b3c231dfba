import type { Command } from 'commander';
import type { InspectFlags } from '../inspect-traces.ts';
import { collect } from './run.ts';

const EXAMPLES = `
Examples:
  whichtool inspect traces/                                       what is wrong with the pile of traces you have
  whichtool inspect runs.jsonl --reporter html=inspection.html    the same as a page
  whichtool inspect langfuse://my-project?since=2026-01-01        straight from where they are kept
  whichtool inspect traces/ --threshold hallucinated.calls=0 --threshold cost.mean=0.02`;

export function addInspect(program: Command, done: (code: number) => void): void {
  program
    .command('inspect')
    .description('show what traces tell about tools, without a suite or a label')
    .argument('<traces...>', 'files, folders, globs, - for stdin or a source')
    .option('--threshold <metric=value>', 'a gate on any figure (repeatable)', collect, [])
    .option('--max-errors <n>', 'runs that may stay unmeasured without spoiling the verdict')
    .option(
      '--reporter <name[=file]>',
      'terminal, json, markdown or html (repeatable)',
      collect,
      [],
    )
    .option('--json', 'the same as --reporter json')
    .option(
      '--format <id>',
      'the format of the traces, where the guess is wrong (see docs/formats)',
    )
    .option('--requester <names>', 'whose calls count: agent, user, or names of sub-agents')
    .option(
      '--allow-torn-tail',
      'a file that ends in the middle of a record is a warning, not an errored run',
    )
    .addHelpText('after', EXAMPLES)
    .action(async (traces: string[], flags: InspectFlags) => {
      const { inspect } = await import('../inspect-traces.ts');
      done(await inspect(traces, flags));
    });
}
