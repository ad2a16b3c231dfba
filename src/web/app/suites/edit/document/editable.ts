import { formatPattern, GATE_OPS, isJsonObject, type Json, type ToolPattern } from '#core';
import type { Path } from '#schema';

/** A list of tools in the text. */
export interface ToolList {
  readonly title: string;
  /** What the list is for, where the title does not say it. */
  readonly about: string;
  readonly path: Path;
  readonly isThere: boolean;
  readonly tools: readonly { readonly text: string; readonly path: Path }[];
}

/** A class: its name is a value of a list, or a key of a map. */
export interface EditableClass {
  readonly name: string;
  readonly path: Path;
  readonly isKey: boolean;
  readonly members: ToolList;
}

/** Classes that are declared at one place. */
export interface ClassGroup {
  readonly title: string;
  readonly path: Path;
  readonly isMap: boolean;
  readonly isThere: boolean;
  readonly classes: readonly EditableClass[];
}

/** The classes that a block refers to by name. */
export interface ClassNames {
  readonly title: string;
  readonly path: Path;
  readonly names: readonly { readonly text: string; readonly path: Path }[];
}

/** One operator of a gate. */
export interface EditableGate {
  readonly metric: string;
  readonly op: string;
  readonly value: string;
  readonly certify: boolean;
  /** Of the item of the list, of the metric in it, and of the operator. */
  readonly item: Path;
  readonly path: Path;
  readonly opPath: Path;
  /** Whether the item has nothing else, so that it goes with the gate. */
  readonly isAlone: boolean;
}

export interface GateList {
  readonly title: string;
  readonly path: Path;
  readonly isThere: boolean;
  readonly gates: readonly EditableGate[];
}

/** The value at a path; undefined where there is none. */
export function valueAt(document: Json | null, path: Path): Json | undefined {
  let at: unknown = document;
  for (const step of path)
    at =
      typeof at === 'object' && at !== null && Object.hasOwn(at, step)
        ? (at as Record<string | number, unknown>)[step]
        : undefined;
  return at as Json | undefined;
}

/** The tools of a list at a path, where there is one or could be one. */
export function toolList(document: Json | null, path: Path, title: string, about = ''): ToolList {
  const value = valueAt(document, path);
  const list: readonly Json[] = Array.isArray(value) ? (value as Json[]) : [];
  return {
    title,
    about,
    path,
    isThere: Array.isArray(value),
    tools: list.map((tool, i) => ({ text: toolText(tool), path: [...path, i] })),
  };
}

/** A tool as it is written, or the pair in words. */
function toolText(tool: Json): string {
  if (typeof tool === 'string') return tool;
  const isPattern = isJsonObject(tool) && typeof tool.tool === 'string';
  return isPattern ? formatPattern(tool as unknown as ToolPattern) : JSON.stringify(tool);
}

/** The classes that are written out at a path. */
export function classGroup(document: Json | null, path: Path, title: string): ClassGroup {
  const value = valueAt(document, path);
  const members = (at: Path): ToolList => toolList(document, at, 'Members');
  const base = { title, path, isMap: isJsonObject(value), isThere: value !== undefined };
  if (isJsonObject(value))
    return {
      ...base,
      classes: Object.keys(value).map((name) => ({
        name,
        path: [...path, name],
        isKey: true,
        members: members([...path, name]),
      })),
    };
  const list: readonly Json[] = Array.isArray(value) ? (value as Json[]) : [];
  return {
    ...base,
    classes: list.flatMap((written, i) =>
      isJsonObject(written)
        ? [
            {
              name: typeof written.name === 'string' ? written.name : '',
              path: [...path, i],
              isKey: false,
              members: members([...path, i, 'members']),
            },
          ]
        : [],
    ),
  };
}

/** The names in a list of classes. */
export function classNames(document: Json | null, path: Path, title: string): ClassNames {
  const value = valueAt(document, path);
  const list: readonly Json[] = Array.isArray(value) ? (value as Json[]) : [];
  return {
    title,
    path,
    names: list.flatMap((name, i) =>
      typeof name === 'string' ? [{ text: name, path: [...path, i] }] : [],
    ),
  };
}

/** The gates of an `expect` list. */
export function gateList(document: Json | null, path: Path, title: string): GateList {
  const value = valueAt(document, path);
  const list: readonly Json[] = Array.isArray(value) ? (value as Json[]) : [];
  const gates = list.flatMap((item, i) => {
    if (!isJsonObject(item)) return [];
    const metrics = Object.entries(item);
    return metrics.flatMap(([metric, matcher]) => {
      if (!isJsonObject(matcher)) return [];
      const ops = GATE_OPS.filter((op) => Object.hasOwn(matcher, op));
      return ops.map((op): EditableGate => ({
        metric,
        op,
        value: gateText(matcher[op] as Json),
        certify: matcher.certify === true,
        item: [...path, i],
        path: [...path, i, metric],
        opPath: [...path, i, metric, op],
        isAlone: metrics.length === 1 && ops.length === 1,
      }));
    });
  });
  return { title, path, isThere: Array.isArray(value), gates };
}

function gateText(value: Json): string {
  if (Array.isArray(value)) return (value as Json[]).map(gateText).join(', ');
  return typeof value === 'string' ? value : JSON.stringify(value);
}

/** What a person typed as the value of a gate: a number, a percent, or two of them. */
export function parseGateText(text: string, op: string): Json {
  const readPart = (part: string): Json => {
    const trimmed = part.trim();
    return /^[-+]?\d+(?:\.\d+)?$/.test(trimmed) ? Number(trimmed) : trimmed;
  };
  return op === 'between' ? text.split(',').map(readPart) : readPart(text);
}
