import type { Command } from 'commander';
import type { SampleFlags } from './sample-traces.ts';
import { addTraceOptions } from '../flags/shared-options.ts';

const EXAMPLES = `
Examples:
  whichtool sample traces/ --size 300 --by tool --min 10 --out samples/orders
  whichtool sample langsmith://desk --unit conversation --size 200 --catalog tools.json --out samples/desk
  whichtool sample langfuse://shop?since=2026-01-01 --by agent,day,error --seed 7 --out samples/week`;

export function addSample(program: Command, done: (code: number) => void): void {
  const command = program
    .command('sample')
    .description(
      'draw cases to label from traces, without secrets, personal data and near-duplicates',
    )
    .argument('<traces...>', 'files, folders, globs, - for stdin or a source')
    .requiredOption('--out <folder>', 'a new folder for the sample and its labels')
    .option('--size <n>', 'how many cases, or conversations (default: 300)', '300')
    .option('--seed <text>', 'another seed draws other cases (default: 1)', '1')
    .option(
      '--by <traits>',
      'divide by tool, agent, day, error, length, decision or metadata.<field>',
    )
    .option('--min <n>', 'with --by: at least so many cases of each stratum (default: 5)')
    .option(
      '--unit <unit>',
      'draw decisions (answers of the model), conversations with all their decisions, or whole traces as one case each (default: decision)',
      'decision',
    )
    .option(
      '--answers <share>',
      'of the decisions that called no tool: all, none or a share (default: 20%)',
    )
    .option('--catalog <file>', 'which tools were offered, where the traces do not say')
    .option(
      '--no-redact-pii',
      'keep e-mail addresses, phone and card numbers; secrets are replaced',
    )
    .option('--json', 'print the manifest as JSON');
  addTraceOptions(command)
    .addHelpText('after', EXAMPLES)
    .action(async (traces: string[], flags: SampleFlags) => {
      const { sample } = await import('./sample-traces.ts');
      done(await sample(traces, flags));
    });
}
