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
    const value = asKind(rendered, kind);
    const fault =
      value === null ? `is not ${nameOfKind(kind)}` : isList(value) ? checkList(kind, value) : null;
    if (value === null || fault !== null) {
      return templateIssue(`${name}: ${template.source} ${fault}`, SHAPE_HINT);
    }
    filled[name] = value;
  }
  const fault = checkDependencies(filled, templates);
  if (fault !== null) return templateIssue(fault, SHAPE_HINT);
  return attempt(() => compiler.compile(scorer, filled));
}

/** What is wrong with dependencies that the row brings: each of its pairs is of classes of the row. */
function checkDependencies(
  { classes, dependencies }: Readonly<Record<string, Json>>,
  templates: ScorerPlan['templates'],
): string | null {
  if (!templates.has('dependencies') || !isList(dependencies) || !isList(classes)) return null;
  const names = new Set(
    classes.map((toolClass) => (isObject(toolClass) ? toolClass.name : toolClass)),
  );
  const unknown = dependencies.flat().find((name) => !names.has(name));
  if (unknown === undefined) return null;
  return `dependencies: ${JSON.stringify(unknown)} is not a class of this row`;
}

function asKind(value: unknown, kind: RenderedKind): Json | null {
  if (kind === 'text') return asText(value);
  return kind === 'flag' ? asFlag(value) : asList(value, kind === 'classes');
}

function nameOfKind(kind: RenderedKind): string {
  return kind === 'text' ? 'text' : kind === 'flag' ? 'true or false' : 'a list';
}

/** CSV files have texts alone. */
function asFlag(value: unknown): boolean | null {
  if (typeof value === 'boolean') return value;
  return value === 'true' ? true : value === 'false' ? false : null;
}

function isList(value: unknown): value is readonly Json[] {
  return Array.isArray(value);
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
  if (!list.every(isItem)) return `is not a list of ${items}`;
  if (kind !== 'classes') return null;
  const names = list.map((toolClass) => (toolClass as ToolClass).name);
  const twice = names.find((name, i) => names.indexOf(name) !== i);
  return twice === undefined ? null : `has class ${JSON.stringify(twice)} twice`;
}

const ITEMS: Readonly<Record<RenderedKind, readonly [(value: unknown) => boolean, string]>> = {
  calls: [isExpectedCall, 'calls { tool, args }'],
  classes: [isClass, 'classes { name, members }'],
  criteria: [isCriterion, 'criteria'],
  flag: [() => false, 'nothing'],
  pairs: [isPair, 'pairs [a, b] of classes'],
  text: [isName, 'strings'],
  texts: [isName, 'strings'],
  tools: [isPattern, 'tools'],
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

function isPair(value: unknown): boolean {
  return Array.isArray(value) && value.length === 2 && value.every(isName);
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
