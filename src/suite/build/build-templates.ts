import type { RowOption, Scorer } from '#core';
import type { Path } from '#schema';
import type { Build } from './build.ts';
import type { WrittenOptions } from './build-options.ts';
import { compileTemplates } from './deep-template.ts';
import type { Template } from '#core';

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

/** What the row itself brings, where the suite does not write the option. */
function templateOfRow({ key, isOptional }: RowOption): Template {
  return {
    source: `sample.${key}`,
    ...(isOptional === true ? { isOptional } : {}),
    render: (sample) => (Object.hasOwn(sample, key) ? sample[key] : undefined),
  };
}

/** The options of an eval's scorer that hold templates, or that every row brings itself. */
export function buildTemplates(
  written: WrittenOptions,
  { rowOption }: Scorer,
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
  if (rowOption !== undefined && !isWritten(rowOption.option, written))
    templates.set(rowOption.option, templateOfRow(rowOption));
  return templates;
}

function isWritten(option: string, written: WrittenOptions): boolean {
  return (written as Readonly<Record<string, unknown>>)[option] !== undefined;
}

/** A row may name classes that the suite declares. */
function nameClasses(rendered: unknown, build: Build): unknown {
  if (!Array.isArray(rendered)) return rendered;
  return rendered.map((one: unknown) =>
    typeof one === 'string' ? (build.classes.get(one) ?? one) : one,
  );
}
