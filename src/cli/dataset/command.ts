import type { Command } from 'commander';

const EXAMPLES = `
Examples:
  whichtool dataset commit samples/orders                freeze the agreed labels as a version
  whichtool dataset list samples/orders
  whichtool dataset diff samples/orders 3f2a 91bc        added, removed and relabelled cases
  whichtool dataset import evalset.json --out datasets/adk.jsonl
  whichtool dataset export samples/orders 91bc --out datasets/orders.jsonl
  whichtool dataset push samples/orders 91bc langsmith://orders`;

export function addDataset(program: Command, done: (code: number) => void): void {
  const dataset = program
    .command('dataset')
    .description('versions of a labelled dataset that never change')
    .addHelpText('after', EXAMPLES);
  const onSample = (name: string, description: string): Command =>
    dataset.command(name).description(description).argument('<folder>', 'a labelled sample');
  dataset
    .command('import')
    .description('turn a dataset of another tool into rows of ours')
    .argument(
      '<file>',
      'LangSmith, Ragas, OpenAI evals, promptfoo, ADK or BFCL: JSON, JSONL or YAML',
    )
    .option(
      '--from <id>',
      'langsmith, ragas, openai-evals, promptfoo or adk, where the guess is wrong',
    )
    .option('--out <file>', 'write there instead of to stdout')
    .action(async (file: string, flags: { from?: string; out?: string }) => {
      const { importDataset } = await import('./dataset-versions.ts');
      done(await importDataset(file, flags));
    });
  onSample('commit', 'freeze the labels that stand as a version')
    .option('--partial', 'leave out cases without a label that stands')
    .option('--json', 'print its manifest as JSON')
    .action(async (folder: string, flags: { partial?: true; json?: true }) => {
      const { commitDataset } = await import('./dataset-versions.ts');
      done(await commitDataset(folder, flags));
    });
  onSample('list', 'list the versions, and check that none was changed')
    .option('--json', 'print them as JSON')
    .action(async (folder: string, flags: { json?: true }) => {
      const { listDatasets } = await import('./dataset-versions.ts');
      done(await listDatasets(folder, flags));
    });
  onSample('show', 'show what a version rests on')
    .argument('[version]', 'how its name begins (default: the only one)')
    .option('--json', 'print its manifest as JSON')
    .action(async (folder: string, version: string | undefined, flags: { json?: true }) => {
      const { showDataset } = await import('./dataset-versions.ts');
      done(await showDataset(folder, version, flags));
    });
  onSample('diff', 'show added, removed and relabelled cases')
    .argument('<before>', 'a version')
    .argument('<after>', 'another version')
    .option('--json', 'print them as JSON')
    .action(async (folder: string, before: string, after: string, flags: { json?: true }) => {
      const { diffDatasets } = await import('./dataset-versions.ts');
      done(await diffDatasets(folder, before, after, flags));
    });
  onSample('export', 'write the rows of a version, for `dataset:` of an eval')
    .argument('[version]', 'how its name begins (default: the only one)')
    .option('--out <file>', 'write there instead of to stdout')
    .action(async (folder: string, version: string | undefined, flags: { out?: string }) => {
      const { exportDataset } = await import('./dataset-versions.ts');
      done(await exportDataset(folder, version, flags));
    });
  onSample('push', 'write the rows of a version to LangSmith; pushed again, nothing is added twice')
    .argument('<version>', 'how its name begins')
    .argument('<address>', 'langsmith://name of the dataset, with LANGSMITH_API_KEY set')
    .option('--json', 'print what was done as JSON')
    .action(async (folder: string, version: string, address: string, flags: { json?: true }) => {
      const { pushDataset } = await import('./dataset-versions.ts');
      done(await pushDataset(folder, version, address, flags));
    });
}
