import {
  type CompiledScorer,
  type Issue,
  type Json,
  type JsonObject,
  parseJson,
  type Services,
  stringifyJson,
  type ToolClass,
} from '#core';
import type { ScorerPlan } from '#suite';

/** Compiled scorers of different rows that are kept at once. */
const KEPT = 1000;

/**
 * Makes a scorer ready for a case. Without templates that happens once; with them once per different rendering,
 * and a rendering that is not what the option takes is an error of that case.
 */
export class CaseCompiler {
  readonly #plan: ScorerPlan;
  readonly #services: Services;
  readonly #fixed: CompiledScorer | null;
  readonly #rendered = new Map<string, CompiledScorer>();

  constructor(plan: ScorerPlan, services: Services) {
    this.#plan = plan;
    this.#services = services;
    this.#fixed = plan.templates.size === 0 ? plan.scorer.compile(plan.options, services) : null;
  }

  compile(row: JsonObject | null): CompiledScorer | Issue {
    if (this.#fixed !== null) return this.#fixed;
    const options: [string, Json][] = [];
    for (const [name, template] of this.#plan.templates) {
      const value = asList(template.render(row ?? {}));
      const fault = value === null ? 'is not a list' : checkOption(name, value);
      if (value === null || fault !== null) {
        return templateIssue(`${name}: ${template.source} ${fault}`, SHAPE_HINT);
      }
      options.push([name, value]);
    }
    const rendered = Object.fromEntries(options);
    const key = stringifyJson(rendered);
    const known = this.#rendered.get(key);
    if (known !== undefined) return known;
    try {
      const compiled = this.#plan.scorer.compile(
        { ...(this.#plan.options as object), ...rendered },
        this.#services,
      );
      if (this.#rendered.size >= KEPT) this.#rendered.clear();
      this.#rendered.set(key, compiled);
      return compiled;
    } catch (error) {
      // A pattern that no linear-time engine has may come with a row.
      return templateIssue(error instanceof Error ? error.message : String(error));
    }
  }
}

/** A list, or the JSON text of one; null when it is neither. */
function asList(value: unknown): readonly Json[] | null {
  const parsed = typeof value === 'string' ? parseJson(value) : null;
  const list = parsed === null ? value : parsed.ok ? parsed.value : null;
  return Array.isArray(list) ? (list as readonly Json[]) : null;
}

/** What is wrong with a rendered option; null when it fits. An empty list would make the score vacuous. */
function checkOption(name: string, list: readonly unknown[]): string | null {
  if (list.length === 0 && name !== 'expected') return 'is an empty list';
  if (name === 'function_calls') return list.every(isName) ? null : 'is not a list of strings';
  if (name === 'classes')
    return list.every(isClass) ? null : 'is not a list of classes { name, members }';
  return list.every(isExpectedCall) ? null : 'is not a list of calls { tool, args }';
}

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
  return (
    isObject(value) && isPattern(value.tool) && (value.args === undefined || isObject(value.args))
  );
}

const SHAPE_HINT = 'the column is missing, null, empty or of another shape in this row';

function templateIssue(message: string, hint?: string): Issue {
  const issue: Issue = { code: 'TEMPLATE_VALUE', severity: 'error', message, where: null };
  return hint === undefined ? issue : { ...issue, hint };
}
