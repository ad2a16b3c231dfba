import type { Command } from 'commander';
import type { RunFlags } from './run-once.ts';
import {
  addEvidenceOption,
  addMeasureOptions,
  addProvenanceOptions,
  addRegressionOptions,
  addThresholdOptions,
  addVerboseOption,
  ALL_REPORTERS,
} from '../flags/shared-options.ts';

const EXAMPLES = `
Examples:
  whichtool run                                        the whichtool.yaml here, with the traces it names
  whichtool run suite.yaml --traces 'traces/*.jsonl'   recorded runs from elsewhere
  whichtool run --source clickhouse://host:8123/db/table --push-down
  whichtool run --record cassettes                     drive the agents once, for ...
  whichtool run --replay cassettes                     ... every later run, without a key
  whichtool run --reporter github --reporter html=report.html
  whichtool run --threshold tool_selection.f1=90       a stricter gate, for this run only`;

export function addRun(program: Command, done: (code: number) => void): void {
  const command = program
    .command('run')
    .description(
      'get the runs of one or more suites (recorded, or by driving the agents), score, gate and report',
    )
    .argument('[suites...]', 'suites: files, folders or globs (default: whichtool.yaml here)')
    .option(
      '--traces <paths...>',
      'recorded runs: files, folders, globs, - for stdin or a source; replaces traces: of the suites',
    )
    .option('--source <address>', 'a source of recorded runs; the same as --traces <address>')
    .option(
      '--push-down',
      'have the database of the source count the runs, where a test asks only for what SQL can say',
    )
    .option(
      '--dataset <file|name>',
      'replaces the dataset of the evals: a file, a name, a committed version, or langsmith://name',
    )
    .option(
      '--filter <text>',
      'only tests and evals whose name contains this; tag:name: only tests and rows with the tag',
    )
    .option('--runs <n>', 'how many runs each test must have; replaces runs: of the suites')
    .option('--shard <i/n>', 'only the i-th of n parts; put together with merge-reports')
    .option(
      '--concurrency <n>',
      'runs that are made at once (default: 4), or threads that read traces (default: all cores)',
    )
    .option(
      '--record <folder>',
      'make the runs and keep each as a cassette there, with the answers of judges',
    )
    .option('--only-missing', 'with --record: make only runs that are not there or are stale')
    .option(
      '--replay <folder>',
      'take the runs and the answers of judges from there: nothing is started, no key is needed',
    )
    .option('--resume', 'go on with an interrupted run')
    .option('--queue <address>', 'have workers make the runs: redis://host:6379, with --store')
    .option(
      '--store <address>',
      'with --queue: where workers keep results, postgres://… or sqlite:file',
    )
    .option('--run-id <id>', 'with --queue: the id of the run (default: found by its plan)')
    .option('--max-cost <amount>', 'what models may cost; then no further run or question begins')
    .option('--seed <n>', 'the sampling seed of the agents')
    .option(
      '--dry-run',
      'print which runs would be made, what judges would be asked and what it may cost, and do neither',
    )
    .option('--name <name>', 'what the history calls this run')
    .option(
      '--push <address>',
      'write the results of evals to langsmith://dataset as an experiment; --name is its prefix',
    )
    .option('--no-history', 'do not keep this run in .whichtool/ (see: whichtool runs)')
    .option(
      '--baseline <report>',
      'an earlier report to compare with: a file, last, or the name or number of a kept run',
    )
    .option('--json', 'the same as --reporter json')
    .option(
      '--exec',
      'allow suites that start programs or load modules, also where CI says the change comes from a fork',
    )
    .option('--no-exec', 'refuse them')
    .option('--watch', 'run again whenever a suite, dataset or trace changes');
  addProvenanceOptions(command);
  addRegressionOptions(command);
  addThresholdOptions(command, 'replaces the gates on a metric (repeatable)');
  addEvidenceOption(addVerboseOption(addMeasureOptions(command, ALL_REPORTERS)))
    .addHelpText('after', EXAMPLES)
    .action(async (suites: string[], flags: RunFlags & { watch?: true }) => {
      const { runOnce } = await import('./run-once.ts');
      if (flags.watch) {
        const { watch } = await import('./watch.ts');
        done(await watch(suites, flags));
      } else {
        done((await runOnce(suites, flags)).code);
      }
    });
}
