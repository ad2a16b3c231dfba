import type { Path } from '#schema';
import type { Build } from './build.ts';
import type { WrittenOptions } from './build-options.ts';
import { compileTemplates } from './deep-template.ts';
import type { Template } from './plan.ts';

const EXPECTS_CALLS: ReadonlySet<string> = new Set([
  'tool_call_f1',
  'tool_call_accuracy',
  'trajectory',
]);

/** The options that may hold templates. */
const RENDERED = [
  'classes',
  'function_calls',
  'expected',
  'rubric',
  'criteria',
  'must',
  'must_not',
  'reference',
] as const;

/** The reference answer that a row brings, where it brings one. */
const REFERENCE: Template = {
  source: 'sample.reference',
  isOptional: true,
  render: (sample) => (Object.hasOwn(sample, 'reference') ? sample.reference : undefined),
};

/** The row's own label: what a scorer over expected calls takes when the suite names none. */
const EXPECTED_CALLS: Template = {
  source: 'sample.expected_calls',
  render: (sample) => (Object.hasOwn(sample, 'expected_calls') ? sample.expected_calls : undefined),
};

/** The options of an eval's scorer that hold templates, or that every row brings itself. */
export function buildTemplates(
  written: WrittenOptions,
  type: string,
  path: Path,
  build: Build,
): ReadonlyMap<string, Template> {
  const templates = new Map<string, Template>();
  for (const name of RENDERED) {
    const value = written[name];
    const render = compileTemplates(value, [...path, name], build.problems);
    if (render === null) continue;
    const source = typeof value === 'string' ? value : `the template in ${name}`;
    const named = (rendered: unknown): unknown => nameClasses(rendered, build);
    templates.set(name, {
      source,
      render: name === 'classes' ? (sample) => named(render(sample)) : render,
    });
  }
  if (EXPECTS_CALLS.has(type) && written.expected === undefined)
    templates.set('expected', EXPECTED_CALLS);
  if (type === 'goal' && written.reference === undefined) templates.set('reference', REFERENCE);
  return templates;
}

/** A row may name classes that the suite declares. */
function nameClasses(rendered: unknown, build: Build): unknown {
  if (!Array.isArray(rendered)) return rendered;
  return rendered.map((one: unknown) =>
    typeof one === 'string' ? (build.classes.get(one) ?? one) : one,
  );
}
