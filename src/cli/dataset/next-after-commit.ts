import { readFileSync } from 'node:fs';
import { basename, resolve } from 'node:path';
import { commandLine, type NextStep } from '../output/next-step.ts';

const SUITES: readonly string[] = ['whichtool.yaml', 'whichtool.yml', 'whichtool.json'];

/** After a version was committed: measure it, by the suite here where it has an eval, otherwise by one to write. */
export function nextAfterCommit(folder: string): NextStep {
  const suites = SUITES.map(readText).filter((text) => text !== null);
  if (suites.some((text) => /^\s*"?(?:evals|dataset)"?\s*:/m.test(text)))
    return {
      what: 'measure it',
      commands: [commandLine('run', '--dataset', folder)],
    };
  return {
    what: `add this to ${suites.length === 0 ? 'a new ' : ''}whichtool.yaml, then measure it`,
    commands: [
      'evals:',
      `  - name: ${JSON.stringify(basename(resolve(folder)))}`,
      `    dataset: ${JSON.stringify(folder)}`,
      '    scorers: [{ type: tool_name_match }, { type: tool_args_match }]',
      '',
      commandLine('run'),
    ],
  };
}

function readText(file: string): string | null {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return null;
  }
}
