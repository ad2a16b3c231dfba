import type { Command } from 'commander';
import { addIgnoreOption, addMeasureOptions, collect } from '../flags/shared-options.ts';
import type { DriftFlags } from './compare-traces.ts';

const EXAMPLES = `
Examples:
  whichtool drift last-week.jsonl this-week.jsonl                 what changed in how tools are used
  whichtool drift 'langfuse://app?since=2026-01-01&until=2026-01-08' 'langfuse://app?since=2026-01-08'
  whichtool drift old/ new/ --max-drift 5%                        fail where a tool's share of runs moved by more
  whichtool drift old/ new/ --threshold drift.tools=0 --threshold drift.cost.factor=1.2`;

export function addDrift(program: Command, done: (code: number) => void): void {
  const command = program
    .command('drift')
    .description('compare how two piles of traces use tools, without a suite or a label')
    .argument('<before>', 'a file, folder, glob, - for stdin or a source')
    .argument('<after>', 'the same for what is compared with it')
    .option('--max-drift <share>', "how much a tool's share of runs may change, such as 5%")
    .option('--min-change <share>', 'how much a share must change to count as drift (default: 0)')
    .option('--threshold <metric=value>', 'a gate on any figure (repeatable)', collect, [])
    .option('--max-errors <n>', 'runs that may stay unmeasured without spoiling the verdict')
    .option('--push-down', 'have the database of the traces count calls; arguments are not read')
    .option('--json', 'the same as --reporter json');
  addIgnoreOption(addMeasureOptions(command, 'terminal, json, markdown or html'))
    .addHelpText('after', EXAMPLES)
    .action(async (before: string, after: string, flags: DriftFlags) => {
      const { compareTraces } = await import('./compare-traces.ts');
      done(await compareTraces(before, after, flags));
    });
}
