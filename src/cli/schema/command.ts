import type { Command } from 'commander';

const EXAMPLES = `
Example:
  # yaml-language-server: $schema=./node_modules/whichtool/schema/suite.json
  whichtool schema > suite.schema.json`;

export function addSchema(program: Command, done: (code: number) => void): void {
  program
    .command('schema')
    .description('print the JSON Schema of a suite, for editors')
    .addHelpText('after', EXAMPLES)
    .action(async () => {
      const { printSchema } = await import('./print-schema.ts');
      await printSchema();
      done(0);
    });
}
