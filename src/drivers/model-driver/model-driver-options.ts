import type { ChatModel, ModelSettings, ToolChoice } from '../chat.ts';
import type { Prices } from '../models/prices.ts';
import type { ToolHost } from '../tool-session.ts';
import type { ChatExample } from './examples-text.ts';

/** An agent that is a model with tools. */
export interface ModelDriverOptions {
  /** The name of the agent. */
  readonly agent: string;
  readonly model: ChatModel;
  /** As the suite names it: `openai:gpt-5-mini`. */
  readonly modelId: string;
  readonly host: ToolHost;
  readonly system: string | null;
  /** Examples of decisions, which stand in the system text. */
  readonly examples?: readonly ChatExample[];
  /** How many answers the model may give to one message of the user; 10 where nothing is said. */
  readonly maxTurns?: number;
  /** A choice other than `auto` and `none` holds for the first answer to each message: else the model could never end. */
  readonly toolChoice?: ToolChoice;
  readonly parallelCalls?: boolean | null;
  readonly temperature?: number | null;
  readonly seed?: number | null;
  readonly maxTokens?: number | null;
  readonly settings?: ModelSettings;
  /** `select` ends each run at its first decision and executes nothing. */
  readonly execute: 'real' | 'select';
  readonly prices?: Prices | null;
  /** Milliseconds; without it no durations are recorded. */
  readonly now?: () => number;
}
