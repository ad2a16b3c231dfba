import type { Command } from 'commander';
import type { ScoreFlags } from './score-traces.ts';
import {
  addIgnoreOption,
  addEvidenceOption,
  addMeasureOptions,
  addThresholdOptions,
  addVerboseOption,
  ALL_REPORTERS,
  collect,
} from '../flags/shared-options.ts';

const EXAMPLES = `
Examples:
  whichtool score traces.jsonl                                    what is wrong without any expectation
  whichtool score traces/ --class search=brave.web_search,google.search --class fetch=http.get
  whichtool score traces.jsonl --require search,calculator --mode in_order
  whichtool score traces.jsonl --class search=web_search --threshold tool_selection.f1=80
  whichtool score traces.jsonl --labels labels.jsonl --threshold-name 0.95`;

export function addScore(program: Command, done: (code: number) => void): void {
  const command = program
    .command('score')
    .description('score recorded traces without a suite')
    .argument('<traces...>', 'files, folders, globs, - for stdin or a source')
    .option(
      '--class <name=tools>',
      'a class of interchangeable tools, comma-separated (repeatable)',
      collect,
      [],
    )
    .option('--require <tools>', 'tools that must be called, comma-separated')
    .option('--mode <mode>', 'any_order or in_order, for --require')
    .option('--forbid <tools>', 'tools that must not be called, comma-separated')
    .option(
      '--labels <file>',
      'rows with expected_tool or expected_calls, joined to the traces by id',
    )
    .option('--neutral <tools>', 'tools whose calls count neither way, comma-separated')
    .option('--max-errors <n>', 'runs that may stay unmeasured without spoiling the verdict')
    .option(
      '--concurrency <n>',
      'threads that read traces, where there are many (default: all cores)',
    )
    .option('--json', 'print { runs, scores: [{ scorer, tally, metrics }] }');
  addThresholdOptions(command, 'a gate (repeatable)');
  addEvidenceOption(addIgnoreOption(addVerboseOption(addMeasureOptions(command, ALL_REPORTERS))))
    .addHelpText('after', EXAMPLES)
    .action(async (traces: string[], flags: ScoreFlags) => {
      const { scoreTraces } = await import('./score-traces.ts');
      done(await scoreTraces(traces, flags));
    });
}
