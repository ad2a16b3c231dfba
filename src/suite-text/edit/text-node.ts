import { COLLECTION_STYLE, EVENT_ID, type Event, getScalarValue, SCALAR_STYLE } from 'js-yaml';
import type { Path } from '#schema';
import { spansOf } from '../yaml/event-spans.ts';
import { eventsOf } from '../yaml/parse-document.ts';

/** A value in the text of a suite, with the stretch that it is written in. */
export interface TextNode {
  readonly kind: 'scalar' | 'list' | 'map';
  readonly isFlow: boolean;
  readonly start: number;
  readonly end: number;
  /** The parts of a list or a map, in the order of the text. */
  readonly parts: readonly TextPart[];
}

/** An item of a list, or an entry of a map. */
export interface TextPart {
  /** Null of an item. */
  readonly key: string | null;
  /** Where the part begins: of an item its value, of an entry its key. */
  readonly start: number;
  /** Behind the key; of an item, where its value begins. */
  readonly keyEnd: number;
  readonly node: TextNode;
}

/** The values of a text with their stretches; null where it is not one document. */
export function parseNodes(text: string): TextNode | null {
  const events = eventsOf(text);
  if (events.length === 0) return null;
  return new NodeReader(events, text).read();
}

/** The node at a path; null where there is none. */
export function nodeAt(root: TextNode, path: Path): TextNode | null {
  let node: TextNode | null = root;
  for (const step of path) node = node === null ? null : (partAt(node, step)?.node ?? null);
  return node;
}

export function partAt(node: TextNode, step: string | number): TextPart | null {
  const part =
    typeof step === 'number'
      ? node.kind === 'list'
        ? node.parts[step]
        : undefined
      : node.parts.find(({ key }) => key === step);
  return part ?? null;
}

class NodeReader {
  readonly #events: readonly Event[];
  readonly #text: string;
  readonly #spans: ReturnType<typeof spansOf>;
  #next = 1;

  constructor(events: readonly Event[], text: string) {
    this.#events = events;
    this.#text = text;
    this.#spans = spansOf(events, text);
  }

  read(): TextNode {
    const at = this.#next++;
    const event = this.#events[at];
    if (event?.type === EVENT_ID.SEQUENCE || event?.type === EVENT_ID.MAPPING)
      return this.#collection(event);
    const { offset, length } = this.#spans[at] ?? { offset: 0, length: 0 };
    const isAbsent = event?.type === EVENT_ID.SCALAR && event.valueStart === -1;
    const isBlock =
      event?.type === EVENT_ID.SCALAR &&
      (event.style === SCALAR_STYLE.LITERAL_BLOCK || event.style === SCALAR_STYLE.FOLDED_BLOCK);
    const end = isAbsent ? offset : isBlock ? event.valueEnd : offset + length;
    return { kind: 'scalar', isFlow: true, start: offset, end, parts: [] };
  }

  #collection(event: Extract<Event, { style: number; start: number }>): TextNode {
    const kind = event.type === EVENT_ID.SEQUENCE ? 'list' : 'map';
    const isFlow = event.style === COLLECTION_STYLE.FLOW;
    const parts: TextPart[] = [];
    while (!this.#isAtEnd()) parts.push(kind === 'list' ? this.#item() : this.#entry());
    this.#next++;
    const last = parts.at(-1)?.node.end ?? event.start + 1;
    const end = isFlow ? this.#closing(last) : last;
    return { kind, isFlow, start: event.start, end, parts };
  }

  #isAtEnd(): boolean {
    const event = this.#events[this.#next];
    return event === undefined || event.type === EVENT_ID.POP;
  }

  #item(): TextPart {
    const node = this.read();
    return { key: null, start: node.start, keyEnd: node.start, node };
  }

  #entry(): TextPart {
    const event = this.#events[this.#next];
    const { start, end } = this.read();
    const key = event?.type === EVENT_ID.SCALAR ? getScalarValue(this.#text, event) : null;
    return { key, start, keyEnd: end, node: this.read() };
  }

  /** Behind the bracket that closes a collection whose last part ends here. */
  #closing(from: number): number {
    let at = from;
    while (at < this.#text.length) {
      const character = this.#text[at];
      if (character === ']' || character === '}') return at + 1;
      const newline = this.#text.indexOf('\n', at);
      at = character === '#' ? (newline === -1 ? this.#text.length : newline) : at + 1;
    }
    return at;
  }
}
