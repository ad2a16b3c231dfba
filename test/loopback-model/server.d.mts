import type { IncomingHttpHeaders } from 'node:http';

/** Which vendor's format was spoken. */
export type WireName = 'openai-chat' | 'openai-responses' | 'anthropic' | 'google';

/** A message as every format says it. */
export type Turn =
  | { readonly role: 'user'; readonly text: string }
  | {
      readonly role: 'assistant';
      readonly text: string;
      readonly calls: readonly { readonly id: string | null; readonly name: string }[];
    }
  | { readonly role: 'tool'; readonly id: string | null; readonly text: string };

/** What was asked, whatever the format. */
export interface Ask {
  readonly wire: WireName;
  readonly model: string;
  readonly system: string | null;
  readonly tools: readonly string[];
  /** Of the arguments of each tool. */
  readonly schemas: readonly object[];
  /** `auto`, `required`, `none` or the name of a tool. */
  readonly toolChoice: string;
  readonly temperature: number | null;
  /** How JSON is asked for by a parameter; null where it is not. The vendor or the mode may have no name or schema. */
  readonly structure: {
    readonly mode: 'schema' | 'json';
    readonly name: string | null;
    readonly schema: object | null;
  } | null;
  readonly turns: readonly Turn[];
  /** What the user said last. */
  readonly user: string;
  /** Which answer to that this will be, from 1. */
  readonly answer: number;
  /** How many calls there were before. */
  readonly calls: number;
}

/** What the model says. */
export interface Decision {
  readonly text?: string;
  readonly calls?: readonly {
    readonly name: string;
    /** Text is sent as it is where the format has text there. */
    readonly arguments?: object | string;
  }[];
  /** The text of a structured answer: it goes where the request wants it, into a text or a forced call. */
  readonly json?: string;
  /** How it ends: at the limit of tokens, blocked by the vendor, or declined by the model. */
  readonly ended?: 'whole' | 'cut' | 'blocked' | 'refused';
  /** The id under which it answers; the one that was asked where nothing is said. */
  readonly model?: string;
  readonly usage?: { readonly input: number; readonly output: number } | null;
  readonly delay_ms?: number;
  /** What goes wrong with this answer. */
  readonly fault?: Fault;
}

/** What goes wrong with a request. */
export interface Fault {
  /** With an HTTP status, and `Retry-After` as given. */
  readonly status?: number;
  readonly retry_after?: string | number;
  /** Between two bytes of an answer that drips; 20 by default. */
  readonly drip_ms?: number;
  /** Where a redirect leads. */
  readonly location?: string;
  readonly message?: string;
  readonly kind?:
    | 'cut'
    | 'reset'
    | 'drip'
    | 'hang'
    | 'not_json'
    | 'empty'
    | 'wrong_model'
    | 'malformed_arguments'
    | 'hallucinated_tool';
}

/** A decision for the asks that it fits: the first that fits is taken. */
export interface Rule extends Decision {
  readonly when?: {
    /** Part of what the user said last. */
    readonly user?: string;
    readonly answer?: number;
    /** A tool that is offered. */
    readonly tool?: string;
    readonly model?: string;
  };
}

/** A structured answer that is not what was asked for. */
export type BrokenAnswer =
  | 'prose'
  | 'fenced'
  | 'chatty'
  | 'two_objects'
  | 'truncated'
  | 'empty'
  | 'list'
  | 'score_1_5'
  | 'score_90'
  | 'score_negative'
  | 'score_text'
  | 'score_true'
  | 'score_null'
  | 'score_nan'
  | 'score_missing'
  | 'key_missing'
  | 'key_extra'
  | 'key_twice';

/** What a judge answers to the structured asks that it fits: the first that fits is taken, the lowest score where none does. */
export interface JudgeRule extends Pick<
  Decision,
  'model' | 'usage' | 'delay_ms' | 'ended' | 'fault'
> {
  readonly when?: {
    /** Part of what was said, system text aside. */
    readonly prompt?: string;
    readonly model?: string;
    /** The name of the schema, where the vendor sends one. */
    readonly schema?: string;
    readonly mode?: 'schema' | 'tool' | 'json';
  };
  /** For the first asks only: of all, or of each question, by its fence or its first message. */
  readonly times?: number;
  readonly each?: number;
  /** This object. */
  readonly answer?: object;
  /**
   * The best or the worst value of the schema, or the best where `candidate` has the letters of `reference`; `low` by
   * default. Statements have the ids of the data. `words` compares arguments by their words, with 0.5 and reasons.
   */
  readonly lean?: 'high' | 'low' | 'fair' | 'words';
  /**
   * The best value where `candidate` stands before or after `reference`, or is longer or shorter; with `than` by the
   * length of the prompt in characters.
   */
  readonly biased?: {
    readonly prefers: 'first' | 'second' | 'longer' | 'shorter' | 'always';
    readonly than?: number;
  };
  /** The best value where the text outside of fences orders it, by usual phrases or by these; otherwise the rest holds. */
  readonly obedient?: { readonly phrases?: readonly string[] };
  /** Wrong on purpose: made from `answer`, or from the best value. */
  readonly broken?: BrokenAnswer;
}

/** What the model does, as a JSON file can say it. */
export interface Script {
  readonly decisions?: readonly Rule[];
  /** What it does as a judge. A forced call of the only tool is for the judge too. */
  readonly judge?: readonly JudgeRule[];
  /** What it does not take, refused in the words of the vendor. */
  readonly refuses?: readonly (
    | 'json_schema'
    | 'forced_tools'
    | 'json_mode'
    | 'temperature'
    | 'max_tokens'
  )[];
  readonly faults?: readonly (Fault & { readonly at?: number; readonly every?: number })[];
  /** Those that exist; any where nothing is said. */
  readonly models?: readonly string[];
  /** The key that must be sent. */
  readonly key?: string;
  readonly delay_ms?: number;
}

export interface LoopbackOptions extends Script {
  readonly port?: number;
  readonly decide?: (ask: Ask) => Decision;
  /** By the number of the request, from 1. */
  readonly fault?: (count: number) => Fault | null;
  /** Changes the JSON text of an answer, which may then hold what no value of JavaScript does. */
  readonly rewrite?: (text: string) => string;
  /** Whether requests are kept to be looked at; yes where nothing is said. */
  readonly keeps?: boolean;
}

export interface LoopbackRequest {
  readonly wire: WireName;
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  /** The body as it was sent. */
  readonly text: string;
  readonly body: { readonly [key: string]: unknown };
  /** What it was answered with. */
  status: number | null;
}

export interface LoopbackStats {
  requests: number;
  /** How many were under way at once at most. */
  most_in_flight: number;
  /** By status. */
  statuses: { [status: string]: number };
}

export interface LoopbackModel {
  readonly url: string;
  readonly port: number;
  /** What to give as base address, by provider. */
  readonly baseUrls: {
    readonly openai: string;
    readonly 'openai-compatible': string;
    readonly anthropic: string;
    readonly google: string;
  };
  readonly requests: readonly LoopbackRequest[];
  readonly stats: LoopbackStats;
  close(): Promise<void>;
}

/** Starts a model on this machine that speaks four vendors' formats and does what it is told. */
export function startLoopbackModel(options?: LoopbackOptions): Promise<LoopbackModel>;
