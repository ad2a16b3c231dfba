import type { Command } from 'commander';
import type { InspectFlags } from './inspect-traces.ts';
import { addIgnoreOption, addMeasureOptions, collect } from '../flags/shared-options.ts';

const EXAMPLES = `
Examples:
  whichtool inspect traces/                                       what is wrong with the pile of traces you have
  whichtool inspect runs.jsonl --reporter html=inspection.html    the same as a page
  whichtool inspect langfuse://my-project?since=2026-01-01        straight from where they are kept
  whichtool inspect --mine                                        Claude Code, Codex, Gemini, Copilot, … on this machine
  whichtool inspect --skills ~/.claude/projects                   which skills were picked
  whichtool inspect traces/ --threshold hallucinated.calls=0 --threshold cost.mean=0.02`;

export function addInspect(program: Command, done: (code: number) => void): void {
  const command = program
    .command('inspect')
    .description('show how traces use tools, without a suite or a label')
    .argument('[traces...]', 'files, folders, globs, - for stdin or a source')
    .option('--threshold <metric=value>', 'a gate on any figure (repeatable)', collect, [])
    .option(
      '--unwrap <rule>',
      'a tool that only passes calls on: tool=execute-tool,name=$.tool_name,server=$.server,arguments=$.params (repeatable)',
      collect,
      [],
    )
    .option('--max-errors <n>', 'runs that may stay unmeasured without spoiling the verdict')
    .option('--mine', 'the logs of the coding agents on this machine; nothing leaves it')
    .option('--newest <n>', 'logs of each agent that --mine reads, or all (default: 50)')
    .option('--skills', 'look at the skills that runs pick, not at the tools they call')
    .option('--push-down', 'have the database of the traces count calls; arguments are not read')
    .option('--json', 'the same as --reporter json');
  addIgnoreOption(addMeasureOptions(command, 'terminal, json, markdown or html'))
    .addHelpText('after', EXAMPLES)
    .action(async (traces: string[], flags: InspectFlags) => {
      const { inspect } = await import('./inspect-traces.ts');
      done(await inspect(traces, flags));
    });
}
