import type { Issue, Json, JsonObject } from '#core';
import type { ModelExchange } from './capture/model-proxy/model-exchange.ts';
import type { BeginUser } from './user/simulated-user.ts';
import { driveIssue } from './codes.ts';
import type { ChatImage, ChatMessage, Uncounted } from './chat.ts';
import type { DriveFault } from './codes.ts';

/** One run of an agent: what it is asked. */
export interface DriveTask {
  /** The same for the same test or row and run, on every machine. */
  readonly id: string;
  /** The name of the test or eval it belongs to. */
  readonly test: string;
  /** The conversation before the first new message of the user. */
  readonly history: readonly ChatMessage[];
  /** The whole conversation as a row writes it, for programs; absent where the turns are all. */
  readonly messages?: readonly Json[];
  /** What the user says, turn by turn; the agent answers each before the next is said. */
  readonly turns: readonly string[];
  /** Who answers the agent after them. */
  readonly user?: BeginUser;
  /** Images that come with the first of them. */
  readonly images?: readonly ChatImage[];
  /** What else a row says about its situation; null where it says nothing. */
  readonly context: JsonObject | null;
  /** Which run of its test or row this is, from 1. */
  readonly run: number;
  /** Whether the run ends when the agent has decided once, before anything is executed. */
  readonly stopsAfterDecision: boolean;
}

/** What was caught of a program while it ran. */
export interface CapturedOutput {
  readonly kind: 'captured';
  /** What it exported: OTLP as JSON, one request per line. */
  readonly otlp: string;
  /** What it and its MCP servers said to each other: one message per line, with server and direction. */
  readonly wire: string;
  /** What it asked its models, and what they answered, in order. */
  readonly models: readonly ModelExchange[];
  /** How many requests to models were of an unknown kind. */
  readonly unknownRequests: number;
  /** What the agent itself reported, as a native trace, where a protocol has that. */
  readonly reported?: JsonObject;
  /** What it printed, which may be anything. */
  readonly stdout: string;
}

/** What an agent answered to each turn of a session: a trace of that turn alone. */
export interface SessionOutput {
  readonly kind: 'turns';
  readonly texts: readonly string[];
  /** What the user said. */
  readonly said: readonly string[];
  readonly format: string | null;
}

/** What a run gave: a native trace, the output of a program in whatever format it writes, or what was caught of it. */
export type DriveOutput =
  | { readonly kind: 'native'; readonly trace: JsonObject }
  | { readonly kind: 'raw'; readonly text: string; readonly format: string | null }
  | SessionOutput
  | CapturedOutput;

/** A run that was carried out. */
export interface DriveResult {
  readonly output: DriveOutput;
  /** Requests, answers and tool results in the order in which they went over the wire, for people to read. */
  readonly exchanges: readonly Json[];
  /** What was odd about it, though it ended. */
  readonly issues: readonly Issue[];
}

/** A way to make an agent act. Throws a DriveError where a run cannot be carried out. */
export interface Driver {
  /** What is awaited by `uncounted` is not of the time that the run may take: servers that start have their own. */
  drive(task: DriveTask, signal: AbortSignal, uncounted?: Uncounted): Promise<DriveResult>;
  /** The hash of the tools that the next run would be offered, where it is known beforehand. */
  catalog?(signal: AbortSignal): Promise<string | null>;
  /** Ends everything that was started for it. */
  close(): Promise<void>;
}

/** Why a run could not be carried out. */
export class DriveError extends Error {
  readonly issue: Issue<DriveFault>;
  /** Whether no other run of this agent can succeed either: a wrong key, an unknown model, a budget that is spent. */
  readonly isFinal: boolean;
  /** Whether a model did nothing that is paid for: its provider refused the request, or was not reached. */
  readonly isUnpaid: boolean;
  /** What went over the wire before. */
  readonly exchanges: readonly Json[];

  constructor(
    code: DriveFault,
    message: string,
    {
      hint,
      isFinal = false,
      isUnpaid = false,
      exchanges = [],
    }: {
      readonly hint?: string;
      readonly isFinal?: boolean;
      readonly isUnpaid?: boolean;
      readonly exchanges?: readonly Json[];
    } = {},
  ) {
    super(message);
    this.name = 'DriveError';
    this.issue = driveIssue(code, message, { hint });
    this.isFinal = isFinal;
    this.isUnpaid = isUnpaid;
    this.exchanges = exchanges;
  }
}
