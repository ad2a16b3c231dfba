import { formatTool, type LikelySet, type ListedTool, type ToolSetReport } from '#core';
import { formatClasses, yamlMember, yamlText } from '#reporters';

/** What a suite is made with. */
export interface SuiteDraft {
  /** The path of the mcp.json from the suite. */
  readonly servers: string;
  readonly serverNames: readonly string[];
  /** The tools that get a test. */
  readonly tools: readonly ListedTool[];
  /** Those that get none, as they are deprecated. */
  readonly deprecated: readonly ListedTool[];
  /** Why a tool may destroy something; null where it does not. */
  readonly whyDestructive: (tool: ListedTool) => string | null;
  readonly promptsFor: (tool: ListedTool) => DraftedFor;
}

/** Prompts that were not reviewed yet. */
interface DraftedFor {
  /** What a user might say to have the tool called; one test is written for each. */
  readonly prompts: readonly string[];
  /** What is behind each of them as a comment. */
  readonly note: string;
}

/** The tools, each once: of one that is listed twice the last. */
export function differentTools(tools: readonly ListedTool[]): readonly ListedTool[] {
  return [...new Map(tools.map((tool) => [formatTool(tool), tool])).values()];
}

/** A suite for tools: their servers, the sets that were found, and for each tool a test whose prompt is to be reviewed. */
export function* suiteFromTools(report: ToolSetReport, draft: SuiteDraft): Iterable<string> {
  const { sets } = report;
  yield '# yaml-language-server: $schema=./node_modules/whichtool/schema/suite.json\n';
  yield `servers: ${yamlText(draft.servers)}\n`;
  yield 'agents:\n';
  yield '  lexical: # picks tools by the words of their names and descriptions: a floor, not your agent\n';
  yield '    model: lexical # or openai:…, anthropic:…, google:…, or a command, http or module of your own\n';
  yield `    servers: [${draft.serverNames.map(yamlText).join(', ')}]\n`;
  yield '    tools: select # nothing is executed; mock answers from mocks:, real calls the servers\n\n';
  if (sets.length > 0) {
    yield '# Found by comparing names, descriptions and parameters: keep those that really do the same job.\n';
    yield `${[...formatClasses(sets)].join('\n')}\n\n`;
  }
  const classOf = new Map(
    sets.flatMap((set) => set.members.map((tool): [string, LikelySet] => [formatTool(tool), set])),
  );
  if (draft.deprecated.length > 0) {
    yield '# Deprecated by their own words, so no test demands them:\n';
    yield `# ${draft.deprecated.map((tool) => yamlText(formatTool(tool))).join(', ')}\n`;
  }
  yield 'tests:\n';
  for (const tool of draft.tools) {
    const spelled = formatTool(tool);
    const { prompts, note } = draft.promptsFor(tool);
    const why = draft.whyDestructive(tool);
    const mark =
      why === null ? '' : ` # destructive ${why}: with tools: real this may destroy data`;
    for (const [index, prompt] of prompts.entries()) {
      const name = `picks ${spelled}${index === 0 ? '' : ` (${index + 1})`}`;
      yield `  - name: ${yamlText(name)}${mark}\n`;
      yield '    agent: lexical\n';
      yield `    prompt: ${yamlText(prompt)} # ${note}\n`;
      yield* expectationOf(tool, classOf.get(spelled));
    }
  }
}

function* expectationOf(tool: ListedTool, set: LikelySet | undefined): Iterable<string> {
  const member = yamlMember(tool);
  yield '    equal_function_sets:\n';
  if (set === undefined) {
    yield `      classes: [{ name: ${yamlText(tool.name)}, members: [${member}] }]\n`;
    yield `    function_call_coverage: { function_calls: [${member}] }\n`;
  } else yield `      classes: [${yamlText(set.name)}]\n`;
}
