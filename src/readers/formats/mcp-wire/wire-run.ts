import {
  isJsonObject,
  type Json,
  type JsonObject,
  type Place,
  stringifyJson,
  type ToolSpec,
  type Trace,
} from '#core';
import { objectOf } from '../../draft/json-parts.ts';
import { durationMs, readTime } from '../../draft/read-time.ts';
import { readTools } from '../../draft/read-tools.ts';
import { RunDraft } from '../../draft/run-draft.ts';
import { textOf } from '../../draft/text-of.ts';
import { Connection } from './connection.ts';
import type { Envelope } from './envelope.ts';
import { isKnownMethod } from './known-methods.ts';
import { type Peer, serverOf, type WireCall } from './wire-call.ts';

const META = 'io.modelcontextprotocol/';

/** One run: all connections of a file, or of a session in it. */
export class WireRun {
  readonly #draft: RunDraft;
  readonly #connections = new Map<string, Connection>();
  readonly #calls: WireCall[] = [];
  readonly #ids = new Map<string, number>();
  readonly #catalogs: { readonly peer: Peer; readonly tools: Json | undefined }[] = [];
  #first: Json | undefined;
  #last: Json | undefined;
  #hasMethods = false;
  /** Why a server could not be used at all. */
  failure: string | null = null;

  constructor(where: Place, session: string | null) {
    this.#draft = new RunDraft(where);
    this.#draft.id = session;
  }

  get where(): Place {
    return this.#draft.where;
  }

  add({ messages, server, connection, direction, time }: Envelope): void {
    const key = JSON.stringify([server, connection]);
    const known = this.#connections.get(key) ?? new Connection(this, server);
    this.#connections.set(key, known);
    this.#first ??= time;
    this.#last = time ?? this.#last;
    for (const message of messages) known.hear({ message, direction, time });
  }

  /** A message that cannot be read may have been a call. */
  loseMessage({ line }: Place): void {
    const place = line === undefined ? '' : ` in line ${line}`;
    this.#draft.reject('READ_CALL_UNREADABLE', `a message${place} was cut short or cannot be read`);
  }

  addCall(peer: Peer, id: Json, params: JsonObject, asked: Json | undefined): WireCall {
    const call: WireCall = {
      peer,
      name: textOf(params.name) ?? '',
      arguments: params.arguments,
      id: this.#uniqueId(id),
      asked,
      answered: undefined,
      status: null,
      result: undefined,
    };
    this.#calls.push(call);
    return call;
  }

  /** Notes what is asked for or reported: other protocols than MCP have calls of their own. */
  noteMethod(method: string): void {
    this.#hasMethods = true;
    if (!isKnownMethod(method)) this.#draft.rejectType('method', method);
  }

  addTools(peer: Peer, tools: Json | undefined): void {
    this.#catalogs.push({ peer, tools });
  }

  /** Keeps what params or results tell about both ends; answers what the server calls itself. */
  know(told: JsonObject): string | null {
    const meta = objectOf(told._meta);
    const client = told.clientInfo ?? meta[`${META}clientInfo`];
    const server = told.serverInfo ?? meta[`${META}serverInfo`];
    const version = textOf(told.protocolVersion) ?? textOf(meta[`${META}protocolVersion`]);
    const { metadata } = this.#draft;
    const name = isJsonObject(client) ? textOf(client.name) : null;
    if (name !== null && !metadata.has('client')) metadata.set('client', name);
    // The server's word comes last, and counts.
    if (version !== null) metadata.set('protocol', version);
    return isJsonObject(server) ? textOf(server.name) : null;
  }

  warnOfResult(id: Json): void {
    this.#draft.warn(
      'READ_RESULT_WITHOUT_CALL',
      `the result with id ${stringifyJson(id).slice(0, 80)} belongs to no request`,
    );
  }

  finish(): Trace {
    const draft = this.#draft;
    draft.startedAt = readTime(this.#first);
    draft.durationMs = durationMs(this.#first, this.#last);
    if (this.#calls.length === 0) draft.error = this.failure;
    for (const call of this.#calls)
      draft.addCall({
        id: call.id,
        name: call.name,
        server: serverOf(call.peer),
        arguments: call.arguments,
        status: call.status,
        result: call.result,
        startedAt: readTime(call.asked),
        durationMs: durationMs(call.asked, call.answered),
      });
    const offered = this.#offered();
    if (offered !== null) draft.offer(offered);
    if (!this.#hasMethods)
      draft.reject('READ_ANSWER_MISSING', 'the log has results, and none of their requests');
    return draft.finish();
  }

  /** The tools of all servers; unknown as a whole where one that was called never told its own. */
  #offered(): ToolSpec[] | null {
    const listed = new Set(this.#catalogs.map(({ peer }) => serverOf(peer)));
    if (listed.size === 0 || this.#calls.some(({ peer }) => !listed.has(serverOf(peer))))
      return null;
    return this.#catalogs.flatMap(({ peer, tools }) => readTools(tools, serverOf(peer)));
  }

  /** Ids are those of the requests; they start anew with each connection, so later ones are counted on. */
  #uniqueId(id: Json): string {
    const text = typeof id === 'string' ? id : stringifyJson(id);
    const count = (this.#ids.get(text) ?? 0) + 1;
    this.#ids.set(text, count);
    return count === 1 ? text : `${text}#${count}`;
  }
}
