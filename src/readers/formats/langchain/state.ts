import { isJsonObject, type Json, type JsonObject } from '#core';
import { objectOf } from '../../draft/json-parts.ts';
import { readTime } from '../../draft/read-time.ts';

/** The messages of a record, and which moment of which conversation they are. */
export interface State {
  readonly messages: readonly Json[];
  /** Where in the record they are, as a JSON pointer. */
  readonly pointer: string;
  /** The members beside the messages; empty for a bare list. */
  readonly record: JsonObject;
  /** The conversation; null when the record does not say. */
  readonly thread: string | null;
  /** The part of the graph: empty for the whole, `name:id` for the state of a sub-agent. */
  readonly namespace: string;
  /** When it was saved (ISO 8601), and after which step: histories are often listed newest first. */
  readonly time: string;
  readonly step: number;
}

/**
 * Reads a list of messages, `{ messages }`, a state snapshot, a thread, or a saved checkpoint; null for anything else.
 */
export function readState(record: Json): State | null {
  if (Array.isArray(record)) {
    const messages = flatten(record);
    return { messages, pointer: '', record: {}, ...NO_MOMENT };
  }
  if (!isJsonObject(record)) return null;
  const checkpoint = objectOf(record.checkpoint);
  const holders: readonly (readonly [string, JsonObject])[] = [
    ['', record],
    ['/values', objectOf(record.values)],
    ['/channel_values', objectOf(record.channel_values)],
    ['/checkpoint/channel_values', objectOf(checkpoint.channel_values)],
  ];
  const moment = readMoment(record, checkpoint);
  const holder = holders.find(([, object]) => Array.isArray(object.messages));
  if (holder !== undefined) {
    const messages = flatten(holder[1].messages as readonly Json[]);
    return { messages, pointer: `${holder[0]}/messages`, record, ...moment };
  }
  // The first state of a thread was saved before anything was said.
  return moment.thread === null ? null : { messages: [], pointer: '', record, ...moment };
}

/** Whether a record is a state that LangGraph saved, in any dialect of messages. */
export function isSavedState(record: JsonObject): boolean {
  const checkpoint = objectOf(record.checkpoint);
  if (Array.isArray(objectOf(checkpoint.channel_values).messages)) return true;
  if (Array.isArray(objectOf(record.channel_values).messages)) return 'channel_versions' in record;
  if (!Array.isArray(objectOf(record.values).messages)) return false;
  return 'next' in record || 'thread_id' in record || 'checkpoint' in record;
}

const NO_MOMENT = { thread: null, namespace: '', time: '', step: -1 } as const;

function readMoment(
  record: JsonObject,
  checkpoint: JsonObject,
): Pick<State, 'thread' | 'namespace' | 'time' | 'step'> {
  const configurable = objectOf(objectOf(record.config).configurable);
  const { step } = objectOf(record.metadata);
  const places = [configurable, checkpoint, record];
  return {
    thread: firstText(places.map((place) => place.thread_id)),
    namespace: firstText(places.map((place) => place.checkpoint_ns)) ?? '',
    time: readTime(record.created_at ?? record.ts ?? checkpoint.ts) ?? '',
    step: typeof step === 'number' ? step : -1,
  };
}

/** A batch of a single conversation is a list in a list. */
function flatten(list: readonly Json[]): readonly Json[] {
  const [only] = list;
  return list.length === 1 && Array.isArray(only) && typeof only[0] === 'object' ? only : list;
}

function firstText(values: readonly (Json | undefined)[]): string | null {
  return (
    (values.find((value) => typeof value === 'string' && value !== '') as string | undefined) ??
    null
  );
}
