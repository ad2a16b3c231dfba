import type { Json, JsonObject } from '#core';

/** A tool as a model sees it. */
export interface ChatTool {
  readonly name: string;
  readonly description: string | null;
  readonly inputSchema: JsonObject;
}

/** A call that a model asks for. */
export interface ChatCall {
  readonly id: string;
  readonly name: string;
  /** JSON text as the model wrote it; it may not be JSON. */
  readonly arguments: string;
}

/** An image: its bytes as base64, or its address. */
export type ChatImage =
  | { readonly type: 'image'; readonly mediaType: string; readonly data: string }
  | { readonly type: 'image'; readonly url: string };

/** A part of what a user says. */
export type ChatPart = { readonly type: 'text'; readonly text: string } | ChatImage;

/** One message of a conversation with a model. */
export type ChatMessage =
  /** Instructions inside a conversation, beside those of the agent. */
  | { readonly role: 'system'; readonly text: string; readonly isDeveloper: boolean }
  | {
      readonly role: 'user';
      /** All texts of it. */
      readonly text: string;
      /** Texts and images in order, where there are images. */
      readonly parts?: readonly ChatPart[];
    }
  | {
      readonly role: 'assistant';
      readonly text: string;
      readonly calls: readonly ChatCall[];
      /** The provider's own form of it, which goes back unchanged: it may hold signed parts. */
      readonly raw?: Json;
    }
  | {
      readonly role: 'tool';
      readonly callId: string;
      readonly name: string;
      readonly text: string;
      readonly isError: boolean;
    };

/** Whether and which tool must be called. */
export type ToolChoice = 'auto' | 'required' | 'none' | { readonly tool: string };

/** Settings that not every model has; what is absent is left to the provider. */
export interface ModelSettings {
  readonly topP?: number;
  /** In the words of the provider: `low`, `medium`, `high`, … */
  readonly reasoningEffort?: string;
  /** Whether the model thinks, or how many tokens it may think. */
  readonly thinking?: boolean | number;
}

/** What a model is asked. */
export interface ChatRequest {
  readonly system: string | null;
  readonly messages: readonly ChatMessage[];
  readonly tools: readonly ChatTool[];
  readonly toolChoice: ToolChoice;
  /** Null leaves it to the provider; so in the four below. */
  readonly parallelCalls: boolean | null;
  readonly temperature: number | null;
  readonly seed: number | null;
  readonly maxTokens: number | null;
  /** How the model samples and thinks, as far as the suite says it. */
  readonly settings?: ModelSettings;
  /** The answer is JSON of this schema, by the strongest means that the provider has; its text is that JSON alone. */
  readonly answerSchema?: AnswerSchema;
  /** How JSON is asked for; `schema` by default. Models retry with a weaker mode themselves: callers leave it out. */
  readonly answerMode?: AnswerMode;
  /** Whether Chat Completions get `max_completion_tokens`; models retry with it themselves. */
  readonly hasNewLimit?: boolean;
}

/** A schema that the provider enforces, a forced call of a tool with that schema, or any JSON object. */
export type AnswerMode = 'schema' | 'tool' | 'json';

/**
 * What an answer must look like. The schema names every property as required and allows no others. All providers take
 * `type`, `description`, `properties`, `required`, `additionalProperties`, `items`, `enum` and `anyOf`.
 */
export interface AnswerSchema {
  /** Letters, digits, `_` and `-`, at most 64. */
  readonly name: string;
  readonly schema: JsonObject;
}

export interface ChatUsage {
  readonly inputTokens: number;
  readonly outputTokens: number;
}

/** What a model answered. */
export interface ChatAnswer {
  /** The id of the model that answered, as the provider gives it. */
  readonly model: string;
  readonly text: string;
  readonly calls: readonly ChatCall[];
  readonly usage: ChatUsage | null;
  /**
   * The provider's own form of the message, to be sent back unchanged. Not with `answerSchema`: it may be a tool call,
   * so such an answer goes back as its text.
   */
  readonly raw: Json;
  /** Request and response bodies as they went over the wire, without headers. */
  readonly exchange: { readonly request: Json; readonly response: Json };
}

/** A model that can be asked. Throws a DriveError where it gives no answer. */
export interface ChatModel {
  /** `uncounted` takes the wait for limits of ours, which is not of the time that the caller has. */
  answer(request: ChatRequest, signal: AbortSignal, uncounted?: Uncounted): Promise<ChatAnswer>;
}

/** Waits for work whose time does not count. */
export type Uncounted = <T>(work: Promise<T>) => Promise<T>;
