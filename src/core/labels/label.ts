import { isJsonObject, type Json, type JsonObject } from '../json/json.ts';
import { parseJson } from '../json/parse-json.ts';
import type { ToolClass } from '../tools/tool-class.ts';
import { formatPattern, type ToolPattern } from '../tools/tool-pattern.ts';

/** A tool as a label names it: a spelling, a pair, or a class of which any member will do. */
type LabelTool = ToolPattern | { readonly class: string };

/** What a reviewer says was expected of one case, as it is written in a row. */
export interface LabelRow {
  readonly expected_tool?: LabelTool | readonly LabelTool[] | null;
  readonly expected_args?: JsonObject | null;
  readonly expected_calls?:
    | readonly {
        readonly tool?: LabelTool | readonly LabelTool[];
        /** The same as `tool`. */
        readonly name?: LabelTool | readonly LabelTool[];
        readonly args?: JsonObject | null;
      }[]
    | null;
}

/** One call that a label expects. */
export interface LabelCall {
  /** The row of the matrix: the spelling of the first acceptable tool, or the name of its class. */
  readonly name: string;
  /** The tools of which any one will do; the first represents all where one must. */
  readonly tools: readonly [ToolPattern, ...ToolPattern[]];
  /** Undefined: the arguments are not labelled. */
  readonly args: JsonObject | undefined;
}

/** What was expected of one case: one decision, several calls, or no call at all. */
export type Label =
  | { readonly kind: 'decision'; readonly calls: readonly [LabelCall] }
  | { readonly kind: 'calls'; readonly calls: readonly LabelCall[] }
  | { readonly kind: 'none'; readonly calls: readonly [] };

/** A label, or why the row has none that can be used. */
export type ParsedLabel =
  | { readonly ok: true; readonly label: Label }
  | { readonly ok: false; readonly message: string };

const NONE: ParsedLabel = { ok: true, label: { kind: 'none', calls: [] } };

/** Reads the label of a row; its other columns are not looked at. */
export function parseLabel(
  row: JsonObject,
  classes: ReadonlyMap<string, ToolClass> = new Map(),
): ParsedLabel {
  const tool = memberOf(row, 'expected_tool');
  const args = fromText(memberOf(row, 'expected_args')) ?? null;
  const calls = fromText(memberOf(row, 'expected_calls')) ?? null;
  if (calls !== null) {
    if (tool !== undefined && tool !== null)
      return refuse('it has both expected_tool and expected_calls');
    if (args !== null)
      return refuse('expected_args stand beside expected_tool; a call has its own args');
    return parseCalls(calls, classes);
  }
  if (tool === undefined) {
    return refuse('it has no label: neither expected_tool nor expected_calls');
  }
  if (tool === null || tool === 'none') {
    return args === null ? NONE : refuse('expected_args stand where no tool should be called');
  }
  const call = parseCall('expected_tool', tool, args, classes);
  return typeof call === 'string'
    ? refuse(call)
    : { ok: true, label: { kind: 'decision', calls: [call] } };
}

function parseCalls(calls: Json, classes: ReadonlyMap<string, ToolClass>): ParsedLabel {
  if (!Array.isArray(calls)) return refuse('expected_calls is not a list of calls { tool, args }');
  const parsed: LabelCall[] = [];
  for (const [i, entry] of (calls as readonly Json[]).entries()) {
    const place = `expected_calls[${i}]`;
    if (!isJsonObject(entry)) return refuse(`${place} is not a call { tool, args }`);
    const tool = memberOf(entry, 'tool') ?? memberOf(entry, 'name');
    if (tool === undefined || tool === null) return refuse(`${place} names no tool`);
    const call = parseCall(`${place}.tool`, tool, memberOf(entry, 'args') ?? null, classes);
    if (typeof call === 'string') return refuse(call);
    parsed.push(call);
  }
  return parsed.length === 0 ? NONE : { ok: true, label: { kind: 'calls', calls: parsed } };
}

/** One expected call; text says what is wrong with it. */
function parseCall(
  place: string,
  tool: Json,
  args: Json,
  classes: ReadonlyMap<string, ToolClass>,
): LabelCall | string {
  const list: readonly Json[] = Array.isArray(tool) ? (tool as readonly Json[]) : [tool];
  if (list.length === 0) return `${place} is an empty list; where no tool is expected write none`;
  const tools: ToolPattern[] = [];
  let name: string | null = null;
  for (const item of list) {
    if (Array.isArray(tool) && item === 'none') {
      return `${place} lists none beside tools; a tool that is called none is { tool: none }`;
    }
    const parsed = parseTool(item, classes);
    if (typeof parsed === 'string') return `${place} ${parsed}`;
    tools.push(...parsed.tools);
    name ??= parsed.name;
  }
  const [first, ...rest] = tools;
  if (first === undefined || name === null) return `${place} names no tool`;
  if (args !== null && !isJsonObject(args)) return `the arguments of ${place} are not an object`;
  return { name, tools: [first, ...rest], args: args ?? undefined };
}

interface NamedTools {
  readonly name: string;
  readonly tools: readonly ToolPattern[];
}

function parseTool(value: Json, classes: ReadonlyMap<string, ToolClass>): NamedTools | string {
  if (isName(value)) return { name: value, tools: [value] };
  if (!isJsonObject(value)) return 'is neither a tool nor { class }';
  const className = memberOf(value, 'class');
  if (className !== undefined) {
    const toolClass = isName(className) ? classes.get(className) : undefined;
    if (toolClass === undefined) return `names a class that is not declared: ${show(className)}`;
    return { name: toolClass.name, tools: toolClass.members };
  }
  const tool = memberOf(value, 'tool');
  const server = memberOf(value, 'server');
  if (!isName(tool) || (server !== undefined && !isName(server)))
    return 'is neither a tool nor { class }';
  const pattern: ToolPattern = server === undefined ? { tool } : { server, tool };
  return { name: formatPattern(pattern), tools: [pattern] };
}

function isName(value: Json | undefined): value is string {
  return typeof value === 'string' && value !== '';
}

function show(value: Json): string {
  return typeof value === 'string' ? JSON.stringify(value) : 'something that is no name';
}

function memberOf(object: JsonObject, key: string): Json | undefined {
  return Object.hasOwn(object, key) ? object[key] : undefined;
}

/** A table has its values as text. */
function fromText(value: Json | undefined): Json | undefined {
  if (typeof value !== 'string') return value;
  const parsed = parseJson(value);
  return parsed.ok ? parsed.value : value;
}

function refuse(message: string): ParsedLabel {
  return { ok: false, message };
}
