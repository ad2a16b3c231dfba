import { analyseToolSet, type ToolSetContext } from '#core';
import { loadToolSetReporter, DOCUMENT_REPORTER_NAMES } from '#reporters';
import { exitCodeOfTools, judgeTools } from '#run';
import { deliverBy, parseOutputs } from '../output/deliver.ts';
import { gatherTools, type ToolSources } from './gather-tools.ts';
import { type Flag, parseWholeNumber } from '../flags/values.ts';
import { untilStopped } from '../output/until-stopped.ts';
import { type JudgeToolsFlags, parseJudgeFlags } from './judge-flags.ts';
import { VERSION } from '../output/version.ts';

/** The flags of `tools` as commander gives them. */
export interface ToolsFlags extends ToolSources, JudgeToolsFlags {
  readonly reporter: readonly string[];
  readonly json?: true;
  readonly maxConfusable?: string;
  readonly minLikeness?: string;
  readonly minConfusable?: string;
}

const MAX_CONFUSABLE: Flag = { name: '--max-confusable', code: 'FLAG_MAX_CONFUSABLE' };
const MIN_LIKENESS: Flag = { name: '--min-likeness', code: 'FLAG_MIN_LIKENESS' };
const MIN_CONFUSABLE: Flag = { name: '--min-confusable', code: 'FLAG_MIN_CONFUSABLE' };

/** Looks at tools and shows what is found. */
export async function listTools(files: readonly string[], flags: ToolsFlags): Promise<number> {
  const named = flags.json ? [...flags.reporter, 'json'] : flags.reporter;
  const outputs = parseOutputs(named, DOCUMENT_REPORTER_NAMES);
  const max =
    flags.maxConfusable === undefined
      ? null
      : parseWholeNumber(MAX_CONFUSABLE, flags.maxConfusable, 0);
  const thresholds = parseThresholds(flags);
  const judge = parseJudgeFlags(flags);
  const collected = await gatherTools(files, flags);
  if (typeof collected === 'number') return collected;
  const { tools, uses, issues, findings } = collected;
  const analysis = analyseToolSet(tools, {
    ...thresholds,
    uses,
    issues,
    findings,
    version: VERSION,
  });
  const report =
    judge === null
      ? analysis.report
      : await untilStopped((signal) => judgeTools(analysis, judge, signal));
  if (typeof report === 'number') return report;
  return deliverBy(outputs, exitCodeOfTools(report, max), async (reporter, options) => {
    const render = await loadToolSetReporter(reporter);
    return render(report, options);
  });
}

function parseThresholds({
  minLikeness,
  minConfusable,
}: ToolsFlags): Pick<ToolSetContext, 'minLikeness' | 'minConfusable'> {
  const percent = (flag: Flag, text: string): number => parseWholeNumber(flag, text, 0, 100);
  return {
    ...(minLikeness === undefined ? {} : { minLikeness: percent(MIN_LIKENESS, minLikeness) }),
    ...(minConfusable === undefined
      ? {}
      : { minConfusable: percent(MIN_CONFUSABLE, minConfusable) }),
  };
}
