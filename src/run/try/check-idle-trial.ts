import { formatTool, type Issue, suggest, UserError } from '#core';
import { driveIssue } from '#drivers';
import { agentKind, honours, NO_TOOL, type TrialDocument } from '#schema';
import { type AgentTrial, isNamed } from './agent-trial.ts';
import { runIssue } from '../issues/run-codes.ts';

/** Throws a UserError for changes without effect on any agent: they would be reported as tried. */
export function checkIdleTrial(trial: TrialDocument, trials: readonly AgentTrial[]): void {
  const issues = [
    ...unknownTools('overrides', Object.keys(trial.overrides ?? {}), trials),
    ...unknownTools('drop_tools', trial.drop_tools ?? [], trials),
    ...incompleteMerges(trial, trials),
    ...unknownTools('examples', exampleTools(trial), trials),
    ...idleTexts(trial, trials),
  ];
  if (issues.length > 0) throw new UserError(issues);
}

function unknownTools(
  key: string,
  spellings: readonly string[],
  trials: readonly AgentTrial[],
): readonly Issue[] {
  const tools = trials.flatMap((trial) => trial.tools);
  const names = [...new Set(tools.flatMap((tool) => [formatTool(tool), tool.name]))];
  return spellings
    .filter((spelling) => !tools.some((tool) => isNamed(tool, spelling)))
    .map((spelling) => {
      const near = suggest(spelling, names);
      return driveIssue(
        'TOOL_OVERRIDE_UNKNOWN',
        `${key} name the tool "${spelling}", which no agent is offered`,
        { hint: near === null ? undefined : `did you mean "${near}"?` },
      );
    });
}

/** A pair is merged for one model: all tools of it must be offered to the same agent. */
function incompleteMerges(
  { merge_tools: merges = {} }: TrialDocument,
  trials: readonly AgentTrial[],
): readonly Issue[] {
  return Object.entries(merges).flatMap(([name, { modes }]) => {
    const spellings = Object.values(modes);
    const unknown = unknownTools(`merge_tools.${name}`, spellings, trials);
    if (unknown.length > 0) return unknown;
    if (new Set(spellings).size < 2)
      return [runIssue('TRY_REFUSED', `merge_tools.${name} merges fewer than two tools`)];
    const isWhole = trials.some(({ tools }) =>
      spellings.every((spelling) => tools.some((tool) => isNamed(tool, spelling))),
    );
    const message = `merge_tools.${name}: no agent is offered all of ${spellings.join(', ')}`;
    return isWhole ? [] : [driveIssue('TOOL_OVERRIDE_UNKNOWN', message)];
  });
}

function exampleTools({ examples = [], merge_tools: merges = {} }: TrialDocument): string[] {
  return examples.flatMap(({ tool }) =>
    tool === NO_TOOL || Object.hasOwn(merges, tool) ? [] : [tool],
  );
}

function idleTexts(trial: TrialDocument, trials: readonly AgentTrial[]): readonly Issue[] {
  return (['system', 'examples'] as const)
    .filter((key) => trial[key] !== undefined)
    .filter(
      (key) =>
        !trials.some(({ agent: { document, model } }) =>
          honours(agentKind(document, model), 'agent', key),
        ),
    )
    .map((key) =>
      runIssue(
        'TRY_REFUSED',
        `\`${key}\` has no effect: lexical picks by the words of tools alone`,
        { hint: 'try it with a model' },
      ),
    );
}
