import { isJsonObject, type Json, type JsonObject, stringifyJson } from '#core';
import type { Program } from '#platform';
import type { ChatImage } from '../chat.ts';
import { DriveError } from '../driver.ts';
import { AcpCalls } from './acp-calls.ts';
import { JsonRpcError, JsonRpcPeer } from './json-rpc-peer.ts';
import type { SessionFiles } from './session-files.ts';

export interface AcpSessionOptions {
  /** The folder that the session is about. */
  readonly cwd: string;
  readonly files: SessionFiles;
  /** Servers as the protocol lists them. */
  readonly mcpServers: readonly JsonObject[];
  /** Whether calls that the agent asks about may be made. */
  readonly permissions: 'allow' | 'reject';
  /** How the agent is signed in to, by the id that it has for it; null: it is already. */
  readonly auth: string | null;
}

const PROTOCOL_VERSION = 1;

/** A session with an agent of the Agent Client Protocol, version 1. */
export class AcpSession {
  readonly calls = new AcpCalls();
  readonly #options: AcpSessionOptions;
  readonly #peer: JsonRpcPeer;
  #id = '';
  #takesImages = false;

  constructor(program: Program, options: AcpSessionOptions) {
    this.#options = options;
    this.#peer = new JsonRpcPeer(
      program,
      (method, params) => this.#answer(method, params),
      (method, { update = null }) => {
        if (method === 'session/update' && isJsonObject(update)) this.calls.addUpdate(update);
      },
    );
  }

  /** Initializes the agent, signs in where that is asked for, and opens the session. */
  async open(): Promise<void> {
    const { auth, cwd, mcpServers } = this.#options;
    const agent = await this.#request('initialize', {
      protocolVersion: PROTOCOL_VERSION,
      clientCapabilities: { fs: { readTextFile: true, writeTextFile: true }, terminal: false },
      clientInfo: { name: 'whichtool', version: '1' },
    });
    if (agent.protocolVersion !== PROTOCOL_VERSION)
      throw new DriveError(
        'AGENT_FAILED',
        `the agent speaks version ${stringifyJson(agent.protocolVersion ?? null)} of the Agent Client Protocol`,
        { isFinal: true, hint: `version ${PROTOCOL_VERSION} is spoken here` },
      );
    const capabilities = memberOf(agent, 'agentCapabilities');
    this.#takesImages = memberOf(capabilities, 'promptCapabilities').image === true;
    if (auth !== null) await this.#request('authenticate', { methodId: auth });
    const { sessionId } = await this.#request('session/new', { cwd, mcpServers });
    if (typeof sessionId !== 'string')
      throw new DriveError('AGENT_OUTPUT', 'the agent opened a session without an id');
    this.#id = sessionId;
  }

  /** Says something and waits for the end of the turn; returns why it ended. */
  async prompt(text: string, images: readonly ChatImage[]): Promise<string> {
    if (images.length > 0 && !this.#takesImages)
      throw new DriveError('DRIVE_MESSAGES', 'the agent does not take images', { isFinal: true });
    this.calls.beginTurn();
    const prompt = [{ type: 'text', text }, ...images.map((image) => encodeImage(image))];
    const { stopReason } = await this.#request('session/prompt', { sessionId: this.#id, prompt });
    return typeof stopReason === 'string' ? stopReason : '';
  }

  cancel(): void {
    if (this.#id !== '') this.#peer.notify('session/cancel', { sessionId: this.#id });
  }

  async #request(method: string, params: JsonObject): Promise<JsonObject> {
    try {
      const result = await this.#peer.request(method, params);
      return isJsonObject(result) ? result : {};
    } catch (error) {
      if (!(error instanceof JsonRpcError)) throw error;
      const hint = error.code === -32000 ? { hint: '`auth` of the agent says how to sign in' } : {};
      throw new DriveError(
        'AGENT_FAILED',
        `the agent refused ${method}: ${error.message} (${error.code})`,
        hint,
      );
    }
  }

  async #answer(method: string, params: JsonObject): Promise<Json> {
    const { files } = this.#options;
    if (method === 'session/request_permission') return this.#decide(params);
    if (method === 'fs/read_text_file') return files.read(params);
    if (method === 'fs/write_text_file') return files.write(params);
    throw new JsonRpcError(-32601, `${method} is not served here`);
  }

  #decide({ toolCall = null, options }: JsonObject): JsonObject {
    const isAllowed = this.#options.permissions === 'allow';
    if (!isAllowed) this.calls.deny(toolCall);
    const offered = (Array.isArray(options) ? (options as readonly Json[]) : []).filter(
      isJsonObject,
    );
    const kinds = isAllowed ? ['allow_once', 'allow_always'] : ['reject_once', 'reject_always'];
    const chosen = kinds.flatMap((kind) => offered.filter((option) => option.kind === kind))[0];
    if (chosen === undefined) return { outcome: { outcome: 'cancelled' } };
    return { outcome: { outcome: 'selected', optionId: chosen.optionId ?? '' } };
  }
}

function encodeImage(image: ChatImage): JsonObject {
  if ('url' in image)
    throw new DriveError('DRIVE_MESSAGES', 'an image by its address cannot be sent to an agent');
  return { type: 'image', mimeType: image.mediaType, data: image.data };
}

function memberOf(value: JsonObject, key: string): JsonObject {
  const member = value[key];
  return isJsonObject(member) ? member : {};
}
