import { equalJson, type Json } from '#core';
import type { Path } from '#schema';
import { Problems } from '../problems/problems.ts';
import { parseDocument } from '../yaml/parse-document.ts';
import { applyEdit, type SuiteEdit } from './apply-edit.ts';
import { formatValue } from './format-value.ts';
import { nodeAt, parseNodes, partAt, type TextNode, type TextPart } from './text-node.ts';

/** Keys at the top that a new one is written before: the long lists come last. */
const LISTS_AT_TOP: ReadonlySet<string> = new Set(['tests', 'evals', 'dataset', 'scorers']);

/**
 * The text of a suite with one change. All other text stays as it is, comments too. Null where the change has no place, or where
 * the text cannot be read.
 */
export function editSuiteText(text: string, edit: SuiteEdit, isJson: boolean): string | null {
  const before = valueOf(text, isJson);
  if (before === undefined) return null;
  const after = applyEdit(before, edit);
  if (after === null) return null;
  const root = parseNodes(text);
  if (root === null) return null;
  const editor = new TextEditor(text, root, isJson);
  // The smallest stretch that comes out right is written: the change alone, or one of the values around it.
  const isRight = (candidate: string | null): boolean =>
    candidate !== null && equalJson(valueOf(candidate, isJson) ?? null, after);
  const smallest = editor.change(edit);
  if (isRight(smallest)) return smallest;
  for (let length = edit.path.length; length >= 0; length--) {
    const path = edit.path.slice(0, length);
    const value = valueAt(after, path);
    const whole = value === undefined ? null : editor.replace(path, value);
    if (isRight(whole)) return whole;
  }
  return null;
}

/** The value of a text; undefined where it cannot be read. */
function valueOf(text: string, isJson: boolean): Json | undefined {
  const problems = new Problems();
  const composed = parseDocument(text, isJson, problems);
  return composed === null || problems.errors > 0 ? undefined : (composed.value as Json);
}

function valueAt(value: Json, path: Path): Json | undefined {
  let at: unknown = value;
  for (const step of path) at = (at as Record<string | number, unknown> | null)?.[step];
  return at as Json | undefined;
}

/** Writes single changes into a text. */
class TextEditor {
  readonly #text: string;
  readonly #root: TextNode;
  readonly #isJson: boolean;
  readonly #newline: string;

  constructor(text: string, root: TextNode, isJson: boolean) {
    this.#text = text;
    this.#root = root;
    this.#isJson = isJson;
    this.#newline = text.includes('\r\n') ? '\r\n' : '\n';
  }

  change(edit: SuiteEdit): string | null {
    const { path } = edit;
    if (edit.kind === 'append') {
      const list = nodeAt(this.#root, path);
      return list?.kind === 'list' ? this.#append(list, this.#format(edit.value)) : null;
    }
    const parent = nodeAt(this.#root, path.slice(0, -1));
    const step = path.at(-1);
    if (parent === null || step === undefined) return null;
    const part = partAt(parent, step);
    if (edit.kind === 'set')
      return part === null
        ? this.#addEntry(parent, String(step), this.#format(edit.value), path.length === 1)
        : this.replace(path, edit.value);
    if (part === null) return null;
    return edit.kind === 'remove'
      ? this.#remove(parent, part)
      : this.#splice(part.start, part.keyEnd, this.#format(edit.key));
  }

  /** Writes the value at a path anew. */
  replace(path: Path, value: Json): string | null {
    const node = nodeAt(this.#root, path);
    if (node === null) return null;
    const text = this.#format(value);
    const isGlued = this.#text[node.start - 1] === ':';
    return this.#splice(node.start, node.end, isGlued ? ` ${text}` : text);
  }

  #format(value: Json): string {
    return formatValue(value, this.#isJson);
  }

  #splice(start: number, end: number, text: string): string {
    return this.#text.slice(0, start) + text + this.#text.slice(end);
  }

  #append(list: TextNode, text: string): string {
    const last = list.parts.at(-1);
    if (last === undefined) return this.#splice(list.start, list.end, `[${text}]`);
    if (list.isFlow) return this.#splice(last.node.end, last.node.end, `, ${text}`);
    return this.#addLine(last.node.end, `${this.#indentOf(list.start)}- ${text}`);
  }

  #addEntry(map: TextNode, key: string, text: string, isAtTop: boolean): string | null {
    if (map.kind !== 'map') return null;
    const entry = `${this.#format(key)}: ${text}`;
    const last = map.parts.at(-1);
    if (last === undefined) return this.#splice(map.start, map.end, `{ ${entry} }`);
    if (map.isFlow) return this.#splice(last.node.end, last.node.end, `, ${entry}`);
    if (!isAtTop) return this.#addLine(last.node.end, this.#indentOf(map.start) + entry);
    const list = map.parts.findIndex((part) => LISTS_AT_TOP.has(part.key ?? ''));
    const before = list === -1 ? last : map.parts[list - 1];
    if (before !== undefined) return this.#addLine(before.node.end, entry);
    const first = map.parts[0]?.start ?? 0;
    return this.#splice(first, first, entry + this.#newline);
  }

  #remove(parent: TextNode, part: TextPart): string | null {
    const at = parent.parts.indexOf(part);
    const [previous, next] = [parent.parts[at - 1], parent.parts[at + 1]];
    if (previous === undefined && next === undefined)
      return this.#splice(parent.start, parent.end, parent.kind === 'list' ? '[]' : '{}');
    if (parent.isFlow)
      return next === undefined
        ? this.#splice(previous?.node.end ?? part.start, part.node.end, '')
        : this.#splice(part.start, next.start, '');
    const start = this.#text.lastIndexOf('\n', part.start - 1) + 1;
    return this.#splice(start, this.#nextLine(part.node.end), '');
  }

  /** A line of its own behind the one that a value ends on. */
  #addLine(after: number, line: string): string {
    const end = this.#lineEnd(after);
    const isLastLine = end === this.#text.length && !this.#text.endsWith('\n');
    return isLastLine
      ? this.#text + this.#newline + line
      : this.#splice(end, end, this.#newline + line);
  }

  /** The end of the line that a value ends on: a block of text ends with its line. */
  #lineEnd(at: number): number {
    if (at > 0 && this.#text[at - 1] === '\n') return at - 1;
    const end = this.#text.indexOf('\n', at);
    const line = end === -1 ? this.#text.length : end;
    return this.#text[line - 1] === '\r' && line > at ? line - 1 : line;
  }

  /** Where the line behind the one that a value ends on begins. */
  #nextLine(at: number): number {
    const end = this.#text.indexOf('\n', this.#lineEnd(at));
    return end === -1 ? this.#text.length : end + 1;
  }

  /** Blanks up to the column of a place. */
  #indentOf(place: number): string {
    return ' '.repeat(place - (this.#text.lastIndexOf('\n', place - 1) + 1));
  }
}
