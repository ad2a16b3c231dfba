import type { RowOption, Scorer } from '#core';
import type { Path } from '#schema';
import type { Build } from './build.ts';
import type { WrittenOptions } from './build-options.ts';
import { compileTemplates } from './deep-template.ts';
import type { Template } from '#core';

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
  { suite }: Scorer,
  path: Path,
  build: Build,
): ReadonlyMap<string, Template> {
  const templates = new Map<string, Template>();
  for (const [name, kind] of Object.entries(suite?.templates ?? {})) {
    const value = (written as Readonly<Record<string, unknown>>)[name];
    const render = compileTemplates(value, [...path, name], build.problems);
    if (render === null) continue;
    const source = typeof value === 'string' ? value : `the template in ${name}`;
    const named = (rendered: unknown): unknown => nameClasses(rendered, build);
    templates.set(name, {
      source,
      render: kind === 'classes' ? (sample) => named(render(sample)) : render,
    });
  }
  const fromRow = suite?.fromRow;
  if (fromRow !== undefined && !Object.hasOwn(written, fromRow.option))
    templates.set(fromRow.option, templateOfRow(fromRow));
  return templates;
}

/** A row may name classes that the suite declares. */
function nameClasses(rendered: unknown, build: Build): unknown {
  if (!Array.isArray(rendered)) return rendered;
  return rendered.map((item: unknown) =>
    typeof item === 'string' ? (build.classes.get(item) ?? item) : item,
  );
}
