import type { Command } from 'commander';
import type { ConvertFlags } from './convert-traces.ts';
import { addIgnoreOption, addTraceOptions } from '../flags/shared-options.ts';

const EXAMPLES = `
Examples:
  whichtool convert logs/ > traces.jsonl                  any known format to native traces, one per line
  whichtool convert run.eval --to otlp --out spans.jsonl  to OpenTelemetry, for a backend that takes OTLP/JSON
  cat transcript.jsonl | whichtool convert - | head`;

export function addConvert(program: Command, done: (code: number) => void): void {
  const command = program
    .command('convert')
    .description('rewrite traces of any known format')
    .argument('<traces...>', 'files, folders, globs, - for stdin or a source')
    .option('--to <target>', 'native (by default), otlp or atif', 'native')
    .option('--out <file>', 'write there, whole or not at all, instead of to stdout');
  addIgnoreOption(addTraceOptions(command))
    .addHelpText('after', EXAMPLES)
    .action(async (traces: string[], flags: ConvertFlags) => {
      const { convert } = await import('./convert-traces.ts');
      done(await convert(traces, flags));
    });
}
