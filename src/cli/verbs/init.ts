import type { Command } from 'commander';

const EXAMPLES = `
Example:
  whichtool init && whichtool run`;

export function addInit(program: Command, done: (code: number) => void): void {
  program
    .command('init')
    .description('write a suite, two example traces and a CI job that pass on the first run')
    .argument('[folder]', 'where to', '.')
    .option('--force', 'overwrite files that are there')
    .addHelpText('after', EXAMPLES)
    .action(async (folder: string, flags: { force?: true }) => {
      const { writeStarter } = await import('../write-starter.ts');
      done(await writeStarter(folder, flags.force ?? false));
    });
}
