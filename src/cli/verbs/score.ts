import type { Command } from 'commander';
import type { ScoreFlags } from '../score-traces.ts';
import { collect } from './run.ts';

const EXAMPLES = `
Examples:
  whichtool score traces.jsonl                                    what is wrong without any expectation
  whichtool score traces/ --class search=brave.web_search,google.search --class fetch=http.get
  whichtool score traces.jsonl --require search,calculator --mode in_order
  whichtool score traces.jsonl --class search=web_search --threshold tool_selection.f1=80`;

export function addScore(program: Command, done: (code: number) => void): void {
  program
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
    .option('--neutral <tools>', 'tools whose calls count neither way, comma-separated')
    .option('--threshold <metric=value>', 'a gate (repeatable)', collect, [])
    .option(
      '--reporter <name[=file]>',
      'terminal, json, jsonl, junit, github, markdown, html or csv (repeatable)',
      collect,
      [],
    )
    .option('--json', 'print { runs, scores: [{ scorer, tally, metrics }] }')
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
    .action(async (traces: string[], flags: ScoreFlags) => {
      const { scoreTraces } = await import('../score-traces.ts');
      done(await scoreTraces(traces, flags));
    });
}
