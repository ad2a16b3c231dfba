import { piecesOf, type Text } from '../../document/index.ts';
import { visibleParts } from '../visible-parts.ts';

export type Child = Node | string | null;

/** Makes an element. A string child can only become text, and what would not show in it is made visible. */
export function el<Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  className: string,
  ...children: readonly Child[]
): HTMLElementTagNameMap[Tag] {
  const element = document.createElement(tag);
  if (className !== '') element.className = className;
  add(element, ...children);
  return element;
}

/** Adds children; null adds nothing. */
export function add(parent: Element | DocumentFragment, ...children: readonly Child[]): void {
  for (const child of children) {
    if (child === null) continue;
    if (typeof child === 'string') addText(parent, child);
    else parent.append(child);
  }
}

function addText(parent: Element | DocumentFragment, text: string): void {
  for (const { text: part, escaped } of visibleParts(text)) {
    if (!escaped) {
      parent.append(document.createTextNode(part));
      continue;
    }
    const mark = document.createElement('span');
    mark.className = 'escaped';
    mark.textContent = part;
    parent.append(mark);
  }
}

/** Text from the report, kept apart from its surroundings whichever way it is written. */
export function data(text: string, className = ''): HTMLElement {
  return el('bdi', className, text);
}

/** A line: words of ours, and text from the report kept apart from them. */
export function childrenOf(text: Text): readonly Child[] {
  return piecesOf(text).map((piece) => {
    if (typeof piece === 'string') return piece;
    return piece.as === 'prose' ? data(piece.foreign) : code(piece.foreign);
  });
}

/** A tool, class or metric: set in the fixed-width face. A long one breaks where its words end. */
export function code(text: string): HTMLElement {
  if (text.length <= UNBROKEN) return data(text, 'code');
  const words = text.split(WORD_ENDS).slice(0, MAX_BREAKS);
  const rest = text.slice(words.join('').length);
  const children = words.flatMap((word) => [word, document.createElement('wbr')]);
  return el('bdi', 'code', ...children, rest);
}

const UNBROKEN = 24;
const MAX_BREAKS = 40;
const WORD_ENDS = /(?<=[._+/:-])(?=\w)/;

/** The element that the page holds under this id. */
export function byId(id: string): HTMLElement;
export function byId<Kind extends HTMLElement>(id: string, kind: new () => Kind): Kind;
export function byId(id: string, kind: new () => HTMLElement = HTMLElement): HTMLElement {
  const element = document.getElementById(id);
  if (!(element instanceof kind)) throw new Error(`the page has no #${id}`);
  return element;
}

/** A button that does one thing. */
export function button(
  className: string,
  press: () => void,
  ...children: readonly Child[]
): HTMLButtonElement {
  const element = el('button', className, ...children);
  element.type = 'button';
  element.addEventListener('click', press);
  return element;
}
