import { isJsonObject, type Json, type JsonObject, type Place, type ToolSpec } from '#core';
import { objectOf } from '../../draft/json-parts.ts';
import { readText } from '../../draft/read-text.ts';
import { readTools } from '../../draft/read-tools.ts';
import { RunDraft } from '../../draft/run-draft.ts';
import { resultText } from '../../draft/result-text.ts';
import { textOf } from '../../draft/text-of.ts';
import { findUnknown, typeOfPart } from '../../messages/unknown-parts.ts';
import { toApiItem } from '../../dialects/openai-responses/agents-item.ts';
import {
  BUILT_IN,
  isCall,
  isHarmlessItem,
  isHarmlessPart,
  isResult,
  readCall,
} from '../../dialects/openai-responses/item.ts';
import { readOutcome } from '../../draft/read-outcome.ts';

/** A run, item by item. */
export class ItemRun {
  readonly draft: RunDraft;
  /** The runs of all calls of the log, by their ids. */
  readonly #byCall: Map<Json, ItemRun>;
  readonly #tools: ToolSpec[] = [];
  #knowsTools = false;
  /** MCP servers that take part, and those with listed tools. */
  readonly #servers = new Set<string>();
  readonly #listed = new Set<string>();
  #isAnswering = false;

  constructor(where: Place, byCall: Map<Json, ItemRun>) {
    this.draft = new RunDraft(where);
    this.#byCall = byCall;
  }

  hasCall(id: string): boolean {
    return this.#byCall.get(id) === this;
  }

  /** Adds an answer of the model: one turn, however many items it has. */
  addAnswer(items: readonly Json[]): void {
    this.draft.turn += 1;
    this.#isAnswering = true;
    for (const item of items) this.addItem(item);
    this.#isAnswering = false;
  }

  addItem(recorded: Json): void {
    if (!isJsonObject(recorded)) return;
    const item = toApiItem(recorded);
    if (isCall(item)) this.#addCall(item);
    else if (isResult(item)) this.#addResult(item);
    else if (item.type === 'mcp_approval_response') this.#addApproval(item);
    else if (item.type === 'mcp_list_tools') this.#list(item);
    else if (item.type === 'tool_search_output') this.#addFound(item);
    else if (item.type === 'additional_tools') this.#addListed(item.tools);
    else if (isMessage(item)) this.#addMessage(item);
    else if (!isHarmlessItem(item)) this.draft.rejectType('item', typeOfPart(item));
  }

  /** The `tools` of a request or response. */
  addTools(tools: Json | undefined): void {
    if (!Array.isArray(tools)) return;
    this.#knowsTools = true;
    this.#addListed(tools);
  }

  #addListed(tools: Json | undefined): void {
    if (!Array.isArray(tools)) return;
    for (const tool of tools as readonly Json[]) {
      const { type, name, server_label: label } = objectOf(tool);
      if (!isJsonObject(tool)) this.#offer(readTools([tool]));
      else if (type === 'mcp') {
        if (typeof label === 'string') this.#servers.add(label);
      } else if (type === 'namespace' && typeof name === 'string')
        this.#offer(readTools(tool.tools, name));
      else this.#offer(readTools(name === undefined ? { name: builtInName(type) } : tool));
    }
  }

  finish(): RunDraft {
    const { draft } = this;
    draft.addServers([...this.#servers, ...this.#listed]);
    // A list that lacks the tools of a server is not whole.
    if (this.#knowsTools && [...this.#servers].every((server) => this.#listed.has(server)))
      draft.offer(this.#tools);
    if (draft.turn === 0) draft.error ??= 'the record has no answer of the model';
    return draft;
  }

  #offer(tools: readonly ToolSpec[]): void {
    for (const tool of tools) this.#tools.push(tool);
  }

  #addCall(item: JsonObject): void {
    this.#startAnswer();
    const call = readCall(item);
    if (call.id !== null) this.#byCall.set(call.id, this);
    if (typeof item.server_label === 'string') this.#servers.add(item.server_label);
    this.draft.addCall(call);
  }

  #addResult({ call_id: id, output, status }: JsonObject): void {
    this.#isAnswering = false;
    this.draft.addResult({
      id: textOf(id),
      name: null,
      status: readOutcome(output) ?? (status === 'failed' ? 'error' : null),
      text: resultText(output),
    });
  }

  /** What a search for tools found; only that of a client names its call. */
  #addFound({ call_id: id, tools }: JsonObject): void {
    this.#addListed(tools);
    if (typeof id === 'string') this.draft.addResult({ id, name: null, status: null });
  }

  #addApproval({ approval_request_id: id, approve }: JsonObject): void {
    this.#isAnswering = false;
    if (approve === false && typeof id === 'string') this.draft.deny(id);
  }

  #list({ server_label: server, tools }: JsonObject): void {
    if (typeof server !== 'string' || server === '') return;
    this.#listed.add(server);
    this.#offer(readTools(tools, server));
  }

  #addMessage({ role, content }: JsonObject): void {
    const text = readText(content);
    if (role === 'assistant') {
      this.#startAnswer();
      this.draft.rejectTypes('part', findUnknown(content, isHarmlessPart));
      this.draft.addText('assistant', text);
    } else if (role === 'user') {
      this.#isAnswering = false;
      this.draft.addText('user', text);
    } else if (role === 'system' || role === 'developer') this.draft.addSystemText(text);
  }

  #startAnswer(): void {
    if (this.#isAnswering) return;
    this.#isAnswering = true;
    this.draft.turn += 1;
  }
}

function isMessage({ type, role }: JsonObject): boolean {
  return typeof role === 'string' && (type === undefined || type === 'message');
}

/** `web_search_preview_2025_03_11` offers `web_search`. */
function builtInName(type: Json | undefined): string {
  if (typeof type !== 'string') return '';
  return BUILT_IN.find((name) => type.startsWith(name)) ?? type;
}
