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

/** A run: all connections of a file, or of a session in it. */
export class WireRun {
  readonly #draft: RunDraft;
  readonly #connections = new Map<string, Connection>();
  readonly #calls: WireCall[] = [];
  readonly #ids = new Map<string, number>();
  readonly #catalogs: { readonly peer: Peer; readonly tools: Json | undefined }[] = [];
  #first: Json | undefined;
  #last: Json | undefined;
  #hasMethods = false;
  /** Why a server could not be used. */
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
    const reached = this.#connections.get(key) ?? new Connection(this, server);
    this.#connections.set(key, reached);
    this.#first ??= time;
    this.#last = time ?? this.#last;
    for (const message of messages) reached.receive({ message, direction, time });
  }

  /** A message that cannot be read may have been a call. */
  loseMessage({ line }: Place): void {
    const place = line === undefined ? '' : ` in line ${line}`;
    this.#draft.reject('READ_CALL_UNREADABLE', `a message${place} was cut short or cannot be read`);
  }

  addCall(peer: Peer, id: Json, params: JsonObject, askedAt: Json | undefined): WireCall {
    const call: WireCall = {
      peer,
      name: textOf(params.name) ?? '',
      arguments: params.arguments,
      id: this.#uniqueId(id),
      askedAt,
      answered: undefined,
      status: null,
      result: undefined,
    };
    this.#calls.push(call);
    return call;
  }

  /** Notes a method: protocols other than MCP have other calls. */
  noteMethod(method: string): void {
    this.#hasMethods = true;
    if (!isKnownMethod(method)) this.#draft.rejectType('method', method);
  }

  addTools(peer: Peer, tools: Json | undefined): void {
    this.#catalogs.push({ peer, tools });
  }

  /** Keeps what params or results say about both ends; returns the server's name. */
  noteEnds(body: JsonObject): string | null {
    const meta = objectOf(body._meta);
    const client = body.clientInfo ?? meta[`${META}clientInfo`];
    const server = body.serverInfo ?? meta[`${META}serverInfo`];
    const version = textOf(body.protocolVersion) ?? textOf(meta[`${META}protocolVersion`]);
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
        startedAt: readTime(call.askedAt),
        durationMs: durationMs(call.askedAt, call.answered),
      });
    const offered = this.#offered();
    if (offered !== null) draft.offer(offered);
    if (!this.#hasMethods)
      draft.reject('READ_ANSWER_MISSING', 'the log has results, and none of their requests');
    return draft.finish();
  }

  /** The tools of all servers; unknown if a server that was called never listed its tools. */
  #offered(): ToolSpec[] | null {
    const listed = new Set(this.#catalogs.map(({ peer }) => serverOf(peer)));
    if (listed.size === 0 || this.#calls.some(({ peer }) => !listed.has(serverOf(peer))))
      return null;
    return this.#catalogs.flatMap(({ peer, tools }) => readTools(tools, serverOf(peer)));
  }

  /** Ids are those of the requests. They restart with each connection, so later ids are numbered on. */
  #uniqueId(id: Json): string {
    const text = typeof id === 'string' ? id : stringifyJson(id);
    const count = (this.#ids.get(text) ?? 0) + 1;
    this.#ids.set(text, count);
    return count === 1 ? text : `${text}#${count}`;
  }
}
