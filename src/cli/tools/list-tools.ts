import { analyseTools, type ToolSetReport, UserError } from '#core';
import { loadToolSetReporter, TOOL_SET_REPORTER_NAMES } from '#reporters';
import { EXIT } from '#run';
import { deliverBy, parseOutputs } from '../output/deliver.ts';
import { gatherTools, type ToolSources } from './gather-tools.ts';
import { VERSION } from '../version.ts';

/** The flags of `tools` as commander gives them. */
export interface ToolsFlags extends ToolSources {
  readonly reporter: readonly string[];
  readonly json?: true;
  readonly maxConfusable?: string;
}

/** Looks at tools and shows what is found. */
export async function listTools(files: readonly string[], flags: ToolsFlags): Promise<number> {
  const named = flags.json ? [...flags.reporter, 'json'] : flags.reporter;
  const outputs = parseOutputs(named, TOOL_SET_REPORTER_NAMES);
  const most = parseMost(flags.maxConfusable);
  const collected = await gatherTools(files, flags);
  if (typeof collected === 'number') return collected;
  const { tools, uses, issues } = collected;
  const report = analyseTools(tools, { uses, issues, version: VERSION });
  return deliverBy(outputs, exitCode(report, most), async (reporter, options) => {
    const render = await loadToolSetReporter(reporter);
    return render(report, options);
  });
}

function exitCode({ confusable, issues }: ToolSetReport, most: number | null): number {
  if (most !== null && confusable.length > most) return EXIT.failed;
  // A server that did not answer.
  return issues.some(({ severity }) => severity === 'error') ? EXIT.unmeasured : EXIT.ok;
}

function parseMost(text: string | undefined): number | null {
  if (text === undefined) return null;
  if (/^[0-9]{1,9}$/.test(text)) return Number(text);
  const message = `--max-confusable ${text}: give a whole number from 0`;
  throw new UserError([{ code: 'FLAG_MAX_CONFUSABLE', severity: 'error', message, where: null }]);
}
