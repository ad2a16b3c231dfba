import type { Command } from 'commander';

const EXAMPLES = `
Example:
  whichtool validate               every error of whichtool.yaml, with its place and a hint`;

export function addValidate(program: Command, done: (code: number) => void): void {
  program
    .command('validate')
    .description('check suites without running anything')
    .argument('[suites...]', 'suites: files, folders or globs (default: whichtool.yaml here)')
    .option('--json', 'print what was found as JSON')
    .addHelpText('after', EXAMPLES)
    .action(async (paths: string[], flags: { json?: true }) => {
      const { validateSuites } = await import('./validate-suites.ts');
      done(await validateSuites(paths, flags.json ?? false));
    });
}
