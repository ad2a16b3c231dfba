import type { Command } from 'commander';
import { addProbeOptions, addWebAppOptions } from '../flags/shared-options.ts';
import type { ServeFlags } from './serve.ts';

const EXAMPLES = `
Examples:
  whichtool serve                      the web app of this project
  whichtool serve --demo               an example, without a project or a key
  whichtool serve --port 4000 --no-open
  whichtool serve --suite whichtool.yaml   score the traces that agents send while they arrive`;

export function addServe(program: Command, done: (code: number) => void): void {
  const serving = program
    .command('serve')
    .description('the local web app: the kept runs of a project and their reports')
    .argument('[folder]', 'a folder of the project (default: this folder)')
    .option('--demo', 'an example project in a temporary folder, removed at the end');
  addProbeOptions(addWebAppOptions(serving))
    .option('--suite <file>', 'the suite whose tests score live traces')
    .option('--keep-days <number>', 'how many days live traces are kept', '7')
    .option('--keep-mb <number>', 'how many megabytes of live traces are kept', '1000')
    .addHelpText('after', EXAMPLES)
    .action(async (folder: string | undefined, flags: ServeFlags) => {
      const { serve } = await import('./serve.ts');
      done(await serve(folder, flags));
    });
}
