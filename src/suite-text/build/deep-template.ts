import { isJsonObject, type JsonObject } from '#core';
import type { Path } from '#schema';
import type { Problems } from '../problems/problems.ts';
import { isTemplate, parseTemplate } from '../template/template.ts';

/** Renders a value for one row; undefined when a template in it gave nothing. */
export type RenderValue = (sample: JsonObject) => unknown;

/** A value with templates at any depth as a function of the row; null when there is no template in it. */
export function compileTemplates(
  value: unknown,
  path: Path,
  problems: Problems,
): RenderValue | null {
  if (typeof value === 'string') return compileText(value, path, problems);
  if (Array.isArray(value)) {
    const parts = value.map((item, index) => compileTemplates(item, [...path, index], problems));
    if (parts.every((part) => part === null)) return null;
    return (sample) => {
      const list = value.map((item, index) => {
        const part = parts[index] ?? null;
        return part === null ? item : part(sample);
      });
      return list.includes(undefined) ? undefined : list;
    };
  }
  if (!isJsonObject(value) || Object.hasOwn(value, '$literal')) return null;
  const entries = Object.entries(value).map(
    ([key, item]) => [key, item, compileTemplates(item, [...path, key], problems)] as const,
  );
  if (entries.every(([, , part]) => part === null)) return null;
  return (sample) => {
    const rendered = entries.map(([key, item, part]) => [key, part === null ? item : part(sample)]);
    // fromEntries defines own keys, so that `__proto__` stays one.
    return rendered.some(([, item]) => item === undefined)
      ? undefined
      : Object.fromEntries(rendered);
  };
}

function compileText(text: string, path: Path, problems: Problems): RenderValue | null {
  if (!isTemplate(text)) return null;
  const parsed = parseTemplate(text);
  if (parsed.ok) return (sample) => parsed.template.render(sample);
  problems.error(parsed.code, path, parsed.message, parsed.hint);
  return () => undefined;
}
