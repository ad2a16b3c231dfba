import type { Json } from '#core';

/** Makes an element. Text of cases becomes text nodes only. */
export function make<Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  text?: string,
  className?: string,
): HTMLElementTagNameMap[Tag] {
  const element = document.createElement(tag);
  if (text !== undefined) element.textContent = text;
  if (className !== undefined) element.className = className;
  return element;
}

/** The element that the page has under this id. */
export function byId(id: string): HTMLElement;
export function byId<Kind extends HTMLElement>(id: string, kind: new () => Kind): Kind;
export function byId(id: string, kind: new () => HTMLElement = HTMLElement): HTMLElement {
  const element = document.getElementById(id);
  if (!(element instanceof kind)) throw new Error(`the page has no #${id}`);
  return element;
}

/** A titled part of the page. */
export function section(title: string, ...parts: readonly (Node | string)[]): HTMLElement {
  const box = make('section');
  box.append(make('h2', title), ...parts);
  return box;
}

/** Longer values are folded. */
export const MAX_CHARS = 200;
export const MAX_MESSAGE_CHARS = 1500;

/** A value as text; a long one is folded behind its start. */
export function fold(value: Json, maxChars: number): HTMLElement {
  const line = typeof value === 'string' ? value : JSON.stringify(value);
  const text = typeof value === 'string' ? value : JSON.stringify(value, null, 2);
  if (line.length <= maxChars) return make('pre', maxChars === MAX_CHARS ? line : text);
  const box = make('details');
  const head = make('summary');
  // The last character may be cut in half.
  const start = Array.from(line.slice(0, MAX_CHARS)).slice(0, -1).join('');
  head.append(make('span', `${start}…`, 'preview'));
  box.append(head, make('pre', text));
  return box;
}
