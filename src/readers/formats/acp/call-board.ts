import type { Json, JsonObject } from '#core';
import { listOf, objectOf } from '../../draft/json-parts.ts';
import {
  type DraftStatus,
  statusOfWord,
  type StatusWords,
  worstStatus,
} from '../../draft/read-status.ts';
import { readText } from '../../draft/read-text.ts';
import { resultText } from '../../draft/result-text.ts';
import type { RunDraft } from '../../draft/run-draft.ts';
import { textOf } from '../../draft/text-of.ts';

interface Entry {
  readonly id: string | null;
  readonly turn: number;
  name: string | null;
  title: string | null;
  arguments: Json | undefined;
  status: DraftStatus | null;
  text: string | undefined;
}

const STATES: StatusWords = new Map([
  ['completed', 'ok'],
  ['failed', 'error'],
  ['pending', null],
  ['in_progress', null],
]);

/** The calls of a session, which several updates describe. */
export class CallBoard {
  readonly #draft: RunDraft;
  readonly #entries: Entry[] = [];
  readonly #byId = new Map<string, Entry>();
  /** The call that waits for permission, and the options that refuse it. */
  #asked: { readonly entry: Entry; readonly refusals: readonly string[] } | null = null;

  constructor(draft: RunDraft) {
    this.#draft = draft;
  }

  has({ toolCallId: id }: JsonObject): boolean {
    return this.#byId.has(textOf(id) ?? '');
  }

  /** Adds an update; returns whether the call has ended. */
  add(update: JsonObject): boolean {
    const entry = this.#entryOf(update);
    entry.name ??= nameOf(update);
    entry.title ??= textOf(update.title);
    // A call may begin without its arguments.
    const { rawInput } = update;
    if (rawInput !== undefined && rawInput !== null) entry.arguments = rawInput;
    const status = statusOfWord(update.status ?? undefined, STATES);
    entry.status = worstStatus(entry.status, status);
    entry.text = textOfUpdate(update) ?? entry.text;
    return status !== null;
  }

  awaitPermission(call: JsonObject, refusals: readonly string[]): void {
    this.#asked = { entry: this.#entryOf(call), refusals };
  }

  /** What the user decided. */
  decide({ outcome, optionId }: JsonObject): void {
    if (this.#asked === null) return;
    const { entry, refusals } = this.#asked;
    this.#asked = null;
    if (outcome === 'selected' && refusals.includes(textOf(optionId) ?? ''))
      entry.status = 'denied';
  }

  finish(): void {
    for (const { id, turn, name, title, arguments: passed, status, text } of this.#entries) {
      if (name === null) {
        const shown = JSON.stringify((title ?? '').slice(0, 80));
        this.#draft.reject(
          'READ_CALL_UNREADABLE',
          `a tool call has no name, only the title ${shown}, so that the tool is unknown`,
        );
        continue;
      }
      this.#draft.addCall({ id, name, arguments: passed, turn });
      if (status !== null)
        this.#draft.addResult({ id, name: id === null ? name : null, status, text });
    }
  }

  #entryOf({ toolCallId }: JsonObject): Entry {
    const id = textOf(toolCallId);
    const known = id === null ? undefined : this.#byId.get(id);
    if (known !== undefined) return known;
    const entry: Entry = {
      id,
      turn: Math.max(this.#draft.turn, 1),
      name: null,
      title: null,
      arguments: undefined,
      status: null,
      text: undefined,
    };
    this.#entries.push(entry);
    if (id !== null) this.#byId.set(id, entry);
    return entry;
  }
}

/** The name of the tool: a member of the protocol, in older adapters one of their extensions. */
function nameOf({ name, _meta: meta }: JsonObject): string | null {
  return textOf(name) ?? textOf(objectOf(objectOf(meta).claudeCode).toolName);
}

function textOfUpdate({ rawOutput, content }: JsonObject): string | undefined {
  if (rawOutput !== undefined && rawOutput !== null) return resultText(rawOutput);
  const texts = listOf(content).map((block) => readText(objectOf(block).content));
  return texts.length === 0 ? undefined : texts.filter((text) => text !== '').join('\n');
}
