import { analyseTools } from '#core';
import { loadToolSetReporter, DOCUMENT_REPORTER_NAMES } from '#reporters';
import { exitCodeOfTools } from '#run';
import { deliverBy, parseOutputs } from '../output/deliver.ts';
import { gatherTools, type ToolSources } from './gather-tools.ts';
import { parseWholeNumber } from '../flags/values.ts';
import { VERSION } from '../version.ts';

/** The flags of `tools` as commander gives them. */
export interface ToolsFlags extends ToolSources {
  readonly reporter: readonly string[];
  readonly json?: true;
  readonly maxConfusable?: string;
}

const MAX_CONFUSABLE = { name: '--max-confusable', code: 'FLAG_MAX_CONFUSABLE' };

/** Looks at tools and shows what is found. */
export async function listTools(files: readonly string[], flags: ToolsFlags): Promise<number> {
  const named = flags.json ? [...flags.reporter, 'json'] : flags.reporter;
  const outputs = parseOutputs(named, DOCUMENT_REPORTER_NAMES);
  const max =
    flags.maxConfusable === undefined
      ? null
      : parseWholeNumber(MAX_CONFUSABLE, flags.maxConfusable, 0);
  const collected = await gatherTools(files, flags);
  if (typeof collected === 'number') return collected;
  const { tools, uses, issues } = collected;
  const report = analyseTools(tools, { uses, issues, version: VERSION });
  return deliverBy(outputs, exitCodeOfTools(report, max), async (reporter, options) => {
    const render = await loadToolSetReporter(reporter);
    return render(report, options);
  });
}
