import {
  formatPattern,
  parseJson,
  type RowOption,
  type Scorer,
  type ToolPattern,
  toolPattern,
} from '#core';
import { check, type Path } from '#schema';
import type { Build } from './build.ts';
import type { WrittenOptions } from './build-options.ts';
import type { Rules } from './build-rules.ts';
import { explainUnseen } from './check-forbidden.ts';
import { compileTemplates } from './deep-template.ts';
import type { Template } from '#core';

/** What the row itself brings, where the suite does not write the option. */
function templateOfRow({ key, isOptional, fallback }: RowOption): Template {
  return {
    source: `sample.${key}`,
    ...(isOptional === true ? { isOptional } : {}),
    render: (sample) => (Object.hasOwn(sample, key) ? sample[key] : undefined) ?? fallback,
  };
}

/** The options of an eval's scorer that hold templates, or that every row brings itself. */
export function buildTemplates(
  written: WrittenOptions,
  { suite }: Scorer,
  rules: Rules,
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
  if (suite?.forbids !== true) return templates;
  return new Map(
    [...templates].map(([name, template]) => [name, rejectingUnseen(template, rules)]),
  );
}

/** A template of tools that must not be called: one whose calls are never counted is an error of its row. */
function rejectingUnseen(template: Template, { spec }: Rules): Template {
  return {
    ...template,
    render(sample) {
      const rendered = template.render(sample);
      if (!Array.isArray(rendered)) return rendered;
      for (const tool of rendered as readonly ToolPattern[]) {
        const isTool = check(toolPattern, tool).length === 0;
        const why = isTool ? explainUnseen(tool, spec) : null;
        if (why !== null) throw new Error(`forbids ${formatPattern(tool)}, and it is ${why}`);
      }
      return rendered;
    },
  };
}

/** A row may name classes that the suite declares. */
function nameClasses(rendered: unknown, build: Build): unknown {
  // A cell of a CSV file is the text of a list.
  const parsed = typeof rendered === 'string' ? parseJson(rendered) : null;
  const list = parsed?.ok === true ? parsed.value : rendered;
  if (!Array.isArray(list)) return list;
  return list.map((item: unknown) =>
    typeof item === 'string' ? (build.classes.get(item) ?? item) : item,
  );
}
