import type { Json, JsonObject } from '#core';
import { objectOf, objectsIn } from '../../draft/json-parts.ts';
import { textOf } from '../../draft/text-of.ts';

/** A block of a streamed answer while its pieces arrive. */
interface OpenBlock {
  readonly start: JsonObject;
  text: string;
  input: string;
  /** Kinds of pieces that are neither text nor input. */
  readonly others: Set<string>;
}

/** The kinds of events; an event of another kind may be a call. */
const EVENTS: ReadonlySet<string> = new Set([
  'messageStart',
  'contentBlockStart',
  'contentBlockDelta',
  'contentBlockStop',
  'messageStop',
  'metadata',
]);

/** Makes a response of the events of ConverseStream, in the form that Converse returns. */
export function joinStream(events: readonly Json[]): JsonObject {
  const blocks = new Map<Json, OpenBlock>();
  let role: Json = 'assistant';
  let stopReason: Json | undefined;
  let usage: Json | undefined;
  let error: Json | undefined;
  for (const event of objectsIn(events)) {
    for (const kind of Object.keys(event))
      if (kind.endsWith('Exception')) error = textOf(objectOf(event[kind]).message) ?? kind;
      else if (!EVENTS.has(kind)) openBlock(blocks, { start: { [kind]: {} } });
    const { messageStart, contentBlockStart, contentBlockDelta, messageStop, metadata } = event;
    role = objectOf(messageStart).role ?? role;
    if (contentBlockStart !== undefined) openBlock(blocks, objectOf(contentBlockStart));
    if (contentBlockDelta !== undefined) addPiece(blocks, objectOf(contentBlockDelta));
    stopReason = objectOf(messageStop).stopReason ?? stopReason;
    usage = objectOf(metadata).usage ?? usage;
  }
  const content = [...blocks.values()].map(closeBlock);
  return {
    output: { message: { role, content } },
    ...(stopReason === undefined ? {} : { stopReason }),
    ...(usage === undefined ? {} : { usage }),
    ...(error === undefined ? {} : { error }),
  };
}

function openBlock(
  blocks: Map<Json, OpenBlock>,
  { contentBlockIndex, start }: JsonObject,
): OpenBlock {
  const key = contentBlockIndex ?? `#${blocks.size}`;
  const block = { start: objectOf(start), text: '', input: '', others: new Set<string>() };
  blocks.set(key, block);
  return block;
}

function addPiece(blocks: Map<Json, OpenBlock>, event: JsonObject): void {
  const block =
    blocks.get(event.contentBlockIndex ?? `#${blocks.size - 1}`) ?? openBlock(blocks, event);
  const { text, toolUse, ...others } = objectOf(event.delta);
  block.text += textOf(text) ?? '';
  block.input += textOf(objectOf(toolUse).input) ?? '';
  for (const kind of Object.keys(others)) block.others.add(kind);
}

function closeBlock({ start, text, input, others }: OpenBlock): JsonObject {
  const { toolUse } = start;
  if (toolUse !== undefined) return { toolUse: { ...objectOf(toolUse), input: input || '{}' } };
  const [kind] = [...Object.keys(start), ...others];
  if (kind === undefined || text !== '') return { text };
  // A citation is a piece of text, whatever it is called.
  return kind === 'citation' ? { text } : { [kind]: {} };
}
