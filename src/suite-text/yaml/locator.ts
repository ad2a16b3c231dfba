import { EVENT_ID, type Event, getScalarValue, SCALAR_STYLE } from 'js-yaml';
import type { Path } from '#schema';
import { spansOf } from './event-spans.ts';
import type { ProblemPlace, Span } from '../problems/problems.ts';

/** A node of the document: the event it begins with, and what is below it. */
interface Node {
  readonly event: number;
  readonly keys?: ReadonlyMap<string, Entry>;
  readonly items?: readonly Node[];
}

interface Entry {
  /** The event of the key. */
  readonly key: number;
  readonly node: Node;
}

/** Finds values and keys in the text. Built only when there is something to say. */
export class Locator {
  readonly #events: readonly Event[];
  readonly #text: string;
  readonly #spans: readonly Span[];
  readonly #root: Node;

  constructor(events: readonly Event[], text: string) {
    this.#events = events;
    this.#text = text;
    this.#spans = spansOf(events, text);
    this.#root = readNode(events, text, { next: 1 });
  }

  /** The stretch of text of a place; of a path that leads nowhere, of the nearest value above. */
  readonly locate = (place: ProblemPlace): Span => {
    if ('offset' in place) return place;
    if ('event' in place) return this.#span(place.event);
    let node = this.#root;
    let key: number | null = null;
    for (const step of place.path) {
      const entry: Entry | undefined = typeof step === 'string' ? node.keys?.get(step) : undefined;
      const below = typeof step === 'string' ? entry?.node : node.items?.[step];
      if (below === undefined) return this.#span(node.event);
      key = entry?.key ?? null;
      node = below;
    }
    const wantsKey = place.on === 'key' || this.#plainText(node.event) === '';
    return this.#span(wantsKey && key !== null ? key : node.event);
  };

  /** How a scalar without quotes is written; null for anything else. */
  plainSource(path: Path): string | null {
    let node: Node | undefined = this.#root;
    for (const step of path) {
      node = typeof step === 'string' ? node?.keys?.get(step)?.node : node?.items?.[step];
    }
    return node === undefined ? null : this.#plainText(node.event);
  }

  #plainText(index: number): string | null {
    const event = this.#events[index];
    if (event?.type !== EVENT_ID.SCALAR || event.style !== SCALAR_STYLE.PLAIN) return null;
    return event.valueStart === -1 ? '' : this.#text.slice(event.valueStart, event.valueEnd);
  }

  #span(index: number): Span {
    return this.#spans[index] ?? { offset: 0, length: 1 };
  }
}

function readNode(events: readonly Event[], text: string, at: { next: number }): Node {
  const event = at.next++;
  const type = events[event]?.type;
  if (type === EVENT_ID.SEQUENCE) {
    const items: Node[] = [];
    while (!isEnd(events[at.next])) items.push(readNode(events, text, at));
    at.next++;
    return { event, items };
  }
  if (type === EVENT_ID.MAPPING) {
    const keys = new Map<string, Entry>();
    while (!isEnd(events[at.next])) {
      const key = readNode(events, text, at).event;
      const node = readNode(events, text, at);
      const scalar = events[key];
      const name = scalar?.type === EVENT_ID.SCALAR ? getScalarValue(text, scalar) : null;
      if (name !== null && !keys.has(name)) keys.set(name, { key, node });
    }
    at.next++;
    return { event, keys };
  }
  return { event };
}

function isEnd(event: Event | undefined): boolean {
  return event === undefined || event.type === EVENT_ID.POP;
}
