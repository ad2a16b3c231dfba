import type { Json } from '#core';
import type { DraftStatus } from '../draft/read-status.ts';

/** A message of a conversation, in any dialect. */
export interface Message {
  readonly role: 'system' | 'user' | 'assistant' | 'tool';
  /** Its text parts, joined by newlines; empty when it has none. */
  readonly text: string;
  readonly calls: readonly MessageCall[];
  readonly results: readonly MessageResult[];
  /** Of an answer: the unknown types of its parts. Such a part may be a call. */
  readonly unknown?: readonly string[];
}

/** A tool call that a message requests. */
export interface MessageCall {
  readonly id: string | null;
  readonly name: string;
  readonly server: string | null;
  /** As recorded: an object, JSON text, any other value; undefined when nothing was passed. */
  readonly arguments: Json | undefined;
  /** Set at once for calls that the provider ran. */
  readonly status?: DraftStatus | null;
  /** The requester, where it is neither the model nor the author of the message: `program` for code that it wrote. */
  readonly requester?: string;
}

/** What came back for a call. */
export interface MessageResult {
  readonly id: string | null;
  readonly name: string | null;
  /** Null when the format has no word for failure. */
  readonly status: DraftStatus | null;
  /** What it was, where the record has it. */
  readonly text?: string | undefined;
  /** Whether only the beginning of it is kept. */
  readonly isCut?: boolean;
}

/** Reads a message of a dialect; null for other values. Never throws and changes nothing. */
export type ReadMessage = (value: Json) => Message | null;
