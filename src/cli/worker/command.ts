import type { Command } from 'commander';
import { addProbeOptions } from '../flags/shared-options.ts';
import type { WorkerFlags } from './work.ts';

const EXAMPLES = `
Examples:
  whichtool worker --queue redis://queue:6379 --store postgres://whichtool@db/whichtool
  whichtool worker --queue redis://queue:6379 --store postgres://… --concurrency 16 --log json`;

export function addWorker(program: Command, done: (code: number) => void): void {
  const worker = program
    .command('worker')
    .description('take jobs of `run --queue`: make agent runs, ask judges, read large trace files')
    .requiredOption('--queue <address>', 'the queue: redis://host:6379')
    .requiredOption('--store <address>', 'the store: postgres://user@host/database, or sqlite:file')
    .option('--traces <folder...>', 'further folders whose trace files may be read here')
    .option('--concurrency <n>', 'jobs at once, of each provider and model (default: 4)')
    .option(
      '--lease <seconds>',
      'when a job of a silent worker is given to another one (default: 30)',
      '30',
    )
    .option(
      '--drain <seconds>',
      'how long jobs under way may take after SIGTERM (default: 60)',
      '60',
    );
  addProbeOptions(worker)
    .option('--log <form>', 'text or json: one line per event, without content of traces', 'text')
    .option(
      '--exec',
      'allow suites that start programs or load modules, also where CI says the change comes from a fork',
    )
    .option('--no-exec', 'refuse them')
    .addHelpText('after', EXAMPLES)
    .action(async (flags: WorkerFlags) => {
      const { work } = await import('./work.ts');
      done(await work(flags));
    });
}
