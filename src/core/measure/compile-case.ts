import type { CompiledScorer } from '../scoring/scorer.ts';
import type { RenderedKind } from '../scoring/suite-form.ts';
import type { Issue } from '../issues/issue.ts';
import type { Json, JsonObject } from '../json/json.ts';
import { parseJson } from '../json/parse-json.ts';
import type { ToolClass } from '../tools/tool-class.ts';
import type { ScorerPlan, Template } from './plan.ts';
import type { ScorerCompiler } from './scorer-compiler.ts';

/** Why a run cannot be scored: an option that its row brings is unusable, or a status that counts is not known. */
export type UnscoredIssue = Issue<'TEMPLATE_VALUE' | 'STATUS_UNKNOWN'>;

/**
 * Makes the scorer of a plan ready for a case. A rendering that is not what the option takes is an error of that case.
 */
export function compileCase(
  { scorer, options, templates }: ScorerPlan,
  perRow: ((row: JsonObject) => CompiledScorer) | null,
  row: JsonObject | null,
  compiler: ScorerCompiler,
): CompiledScorer | UnscoredIssue {
  if (perRow !== null) return attempt(() => perRow(row ?? {}));
  const filled: Record<string, Json> = { ...(options as JsonObject) };
  for (const [name, template] of templates) {
    const rendered = render(template, row ?? {});
    if (rendered instanceof Error)
      return templateIssue(`${name}: ${template.source} ${rendered.message}`);
    if (template.isOptional === true && (rendered === undefined || rendered === null)) continue;
    const kind = scorer.suite?.templates?.[name] ?? 'text';
    const value = kind === 'text' ? asText(rendered) : asList(rendered, kind === 'classes');
    const fault =
      value === null
        ? `is not ${kind === 'text' ? 'text' : 'a list'}`
        : typeof value === 'string'
          ? null
          : checkList(kind, value);
    if (value === null || fault !== null) {
      return templateIssue(`${name}: ${template.source} ${fault}`, SHAPE_HINT);
    }
    filled[name] = value;
  }
  return attempt(() => compiler.compile(scorer, filled));
}

/** What a template gives for a row, or why it gives nothing. */
function render(template: Template, row: JsonObject): unknown {
  try {
    return template.render(row);
  } catch (error) {
    if (error instanceof Error) return error;
    throw error;
  }
}

/** A pattern that no linear-time engine has may come with a row. */
function attempt(compile: () => CompiledScorer): CompiledScorer | Issue<'TEMPLATE_VALUE'> {
  try {
    return compile();
  } catch (error) {
    return templateIssue(error instanceof Error ? error.message : String(error));
  }
}

function asText(value: unknown): string | null {
  return typeof value === 'string' && value !== '' ? value : null;
}

/** A list, or the JSON text of one; null when it is neither. Classes may be a map of their names. */
function asList(value: unknown, mayBeMap: boolean): readonly Json[] | null {
  const parsed = typeof value === 'string' ? parseJson(value) : null;
  const list = parsed === null ? value : parsed.ok ? parsed.value : null;
  if (mayBeMap && isObject(list))
    return Object.entries(list as JsonObject).map(([name, members]) => ({ name, members }));
  return Array.isArray(list) ? (list as readonly Json[]) : null;
}

/** What is wrong with a rendered option; null when it fits. An empty list means that nothing is expected. */
function checkList(kind: RenderedKind, list: readonly unknown[]): string | null {
  const [isItem, items] = ITEMS[kind];
  return list.every(isItem) ? null : `is not a list of ${items}`;
}

const ITEMS: Readonly<Record<RenderedKind, readonly [(value: unknown) => boolean, string]>> = {
  calls: [isExpectedCall, 'calls { tool, args }'],
  classes: [isClass, 'classes { name, members }'],
  criteria: [isCriterion, 'criteria'],
  text: [isName, 'strings'],
  texts: [isName, 'strings'],
  tools: [isName, 'strings'],
};

function isName(value: unknown): value is string {
  return typeof value === 'string' && value !== '';
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isPattern(value: unknown): boolean {
  if (isName(value)) return true;
  return (
    isObject(value) && isName(value.tool) && (value.server === undefined || isName(value.server))
  );
}

function isCriterion(value: unknown): boolean {
  if (isName(value)) return true;
  return (
    isObject(value) &&
    isName(value.criterion) &&
    (value.weight === undefined || (typeof value.weight === 'number' && value.weight > 0))
  );
}

function isClass(value: unknown): value is ToolClass {
  return (
    isObject(value) &&
    isName(value.name) &&
    Array.isArray(value.members) &&
    value.members.length > 0 &&
    value.members.every(isPattern)
  );
}

function isExpectedCall(value: unknown): boolean {
  if (!isObject(value) || (value.tool !== undefined && value.name !== undefined)) return false;
  const { tool = value.name, args } = value;
  return isPattern(tool) && (args === undefined || isObject(args));
}

const SHAPE_HINT = 'the column is missing, null or of another shape in this row';

function templateIssue(message: string, hint?: string): Issue<'TEMPLATE_VALUE'> {
  const issue: Issue<'TEMPLATE_VALUE'> = {
    code: 'TEMPLATE_VALUE',
    severity: 'error',
    message,
    where: null,
  };
  return hint === undefined ? issue : { ...issue, hint };
}
