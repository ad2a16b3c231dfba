import { isJsonObject } from '../json/json.ts';
import { splitWords } from '../relevance/split-words.ts';
import { termOf } from '../relevance/term.ts';
import { parametersOf } from '../relevance/tool-terms.ts';
import { shorten } from '../text/shorten.ts';
import type { ToolSpec } from '../trace/trace.ts';
import { lintSiblings } from './lint-siblings.ts';
import type { LintFinding, LintRule } from './tool-set-report.ts';
import type { ToolUses } from './tool-uses.ts';
import { firstWords } from './words-of.ts';

/** Providers refuse or cut longer descriptions. */
const MAX_DESCRIPTION_LENGTH = 1024;
/** The names that every provider takes. */
const USUAL_NAME = /^[A-Za-z0-9_-]{1,64}$/;
/** Fewer calls do not show what a tool is used for. */
const ENOUGH_CALLS = 5;
const NAMES_LISTED = 5;

/** Holds the descriptions of tools to some rules. Findings are in the order of the tools. */
export function lintTools(tools: readonly ToolSpec[], uses: ToolUses): readonly LintFinding[] {
  const siblings = lintSiblings(tools);
  return tools.flatMap((tool, index) => {
    const findings: (readonly [LintRule, string])[] = [
      ...(siblings.get(index) ?? []),
      ...lintText(tool),
      ...lintSchema(tool),
      ...lintUse(tool, uses),
    ];
    return findings.map(([rule, message]) => ({
      rule,
      server: tool.server,
      name: tool.name,
      message,
    }));
  });
}

function* lintText(tool: ToolSpec): Iterable<readonly [LintRule, string]> {
  const { name, description } = tool;
  if (!USUAL_NAME.test(name))
    yield ['unusual-name', 'providers take letters, digits, _ and -, at most 64 of them'];
  if (description === null || description.trim() === '') {
    yield ['missing-description', 'it has no description'];
    return;
  }
  const nameWords = firstWords({ name, description: null });
  const says = splitWords(description).some((word) => {
    const term = termOf(word);
    return term !== null && !nameWords.has(term);
  });
  if (!says) yield ['empty-description', 'its description says no more than its name'];
  if (description.length > MAX_DESCRIPTION_LENGTH) {
    const length = `${description.length} characters`;
    yield [
      'long-description',
      `its description has ${length}, more than ${MAX_DESCRIPTION_LENGTH}`,
    ];
  }
}

function* lintSchema(tool: ToolSpec): Iterable<readonly [LintRule, string]> {
  const { inputSchema } = tool;
  if (!isJsonObject(inputSchema)) {
    if (inputSchema === null) yield ['missing-schema', 'it has no input schema'];
    return;
  }
  const parameters = parametersOf(tool);
  const { required } = inputSchema;
  const names = new Set(parameters.map(({ name }) => name));
  const undeclared = (Array.isArray(required) ? required : []).filter(
    (name) => typeof name === 'string' && !names.has(name),
  );
  if (undeclared.length > 0 && isJsonObject(inputSchema.properties))
    yield ['undeclared-required', `required and not declared: ${listNames(undeclared)}`];
  const undescribed = parameters.filter(({ description }) => (description ?? '').trim() === '');
  if (undescribed.length > 0) {
    const list = listNames(undescribed.map(({ name }) => name));
    yield ['undescribed-parameters', `without a description: ${list}`];
  }
}

function* lintUse(tool: ToolSpec, uses: ToolUses): Iterable<readonly [LintRule, string]> {
  const use = uses.of(tool);
  if (use === null || use.calls < ENOUGH_CALLS) return;
  const unused = parametersOf(tool).filter(
    ({ name, isRequired }) => !isRequired && !use.passed.has(name),
  );
  if (unused.length === 0) return;
  const list = listNames(unused.map(({ name }) => name));
  yield ['unused-optional', `never passed in ${use.calls} calls: ${list}`];
}

function listNames(names: readonly unknown[]): string {
  const shown = names.slice(0, NAMES_LISTED).map((name) => shorten(String(name), 60));
  const more = names.length - shown.length;
  return `${shown.join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
}
