import {
  about,
  closed,
  integerFrom,
  listOf,
  mapOf,
  oneOrMore,
  type Schema,
  text,
} from './json-schema.ts';

/** An agent: how it is reached, or where its recorded runs are. */
export interface AgentDocument {
  readonly model?: string;
  readonly servers?: readonly string[];
  readonly system?: string;
  readonly command?: readonly string[];
  readonly http?: string;
  readonly module?: string;
  readonly traces?: string | readonly string[];
  readonly base_url?: string;
  readonly api_key_env?: string;
  readonly max_turns?: number;
  readonly temperature?: number;
  readonly seed?: number;
  readonly capture?: string;
}

/** An MCP server, with the keys of an mcp.json. */
export interface ServerDocument {
  readonly command?: string;
  readonly args?: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  readonly cwd?: string;
  readonly url?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** The model that judges. */
export interface JudgeDocument {
  readonly model: string;
  readonly base_url?: string;
  readonly api_key_env?: string;
  readonly temperature?: number;
  readonly seed?: number;
}

const anyText: Schema = { type: 'string' };
const model = about('The model, such as `openai:gpt-5-mini`.', text);
const baseUrl = about('The address of an OpenAI-compatible service.', text);
const apiKeyEnv = about('The environment variable that holds the key.', text);
const temperature = about('The sampling temperature.', { type: 'number', minimum: 0 });
const seed = about('The sampling seed.', { type: 'integer' });

export const agent: Schema = closed<AgentDocument>({
  model,
  servers: about('The MCP servers it may use, by their names under `servers`.', listOf(text)),
  system: about('Its system prompt.', text),
  command: about('The agent is a program: prompt on stdin, a trace on stdout.', {
    ...listOf(text),
    minItems: 1,
  }),
  http: about('The agent is a service at this address.', text),
  module: about('The agent is a function, such as `./agent.ts#run`.', text),
  traces: about('The agent was recorded: files, folders or globs.', oneOrMore(text)),
  base_url: baseUrl,
  api_key_env: apiKeyEnv,
  max_turns: about('How many turns it may take.', integerFrom(1)),
  temperature,
  seed,
  capture: about('How the calls of a program are caught, such as `otlp`.', text),
});

export const server: Schema = closed<ServerDocument>({
  command: about('The program that serves over stdin and stdout.', text),
  args: about('Its arguments.', listOf(anyText)),
  env: about('Its environment; `${VAR}` is read from ours.', mapOf(anyText)),
  cwd: about('The folder it starts in.', text),
  url: about('The address of a server over HTTP.', text),
  headers: about('Headers to send; `${VAR}` is read from the environment.', mapOf(anyText)),
});

export const judge: Schema = closed<JudgeDocument>(
  { model, base_url: baseUrl, api_key_env: apiKeyEnv, temperature, seed },
  ['model'],
);
