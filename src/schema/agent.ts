import { modelKeys } from './model-keys.ts';
import { modelEntry, settingKeys } from './model-settings.ts';
import {
  about,
  amount,
  anyText,
  anything,
  closed,
  either,
  flag,
  type Infer,
  integerFrom,
  listOf,
  mapOf,
  ofType,
  oneOf,
  oneOrMore,
  someOf,
  text,
} from './json-schema.ts';

/** The coding agents whose command lines are known. */
const PRESET_NAMES = ['claude', 'codex', 'gemini'] as const;

/** How an example says that no tool is needed. */
export const NO_TOOL = 'none';

/** How long a run may take. */
export const timeout = about('Seconds that a run may take; default 120.', amount);

const override = closed({
  description: about('The description of the tool.', anyText),
  input_schema: about('The JSON Schema of its arguments.', mapOf(anything)),
});

export const overrides = about(
  'What models see of tools instead of what their servers say.',
  mapOf(override),
);

const system = about('Its system prompt.', text);
const dropTools = about('Tools that are not offered, by `server.name` or `name`.', listOf(text));
const merge = closed(
  {
    modes: about('The tool behind each mode.', mapOf(text)),
    description: about('The description of the merged tool.', anyText),
    parameter: about('The argument that chooses the mode; default `mode`.', text),
    input_schema: about('The JSON Schema of its arguments.', mapOf(anything)),
  },
  ['modes'],
);

const mergeTools = about(
  'Tools that are offered as one, which takes a mode. Its calls are recorded as calls of the tool that the mode means.',
  mapOf(merge),
);
const example = closed(
  {
    user: about('What the user says.', text),
    tool: about('The tool that it needs, or `none`.', text),
    args: about('The arguments of the call.', mapOf(anything)),
    answer: about('What the agent answers, where no tool is needed.', anyText),
  },
  ['user', 'tool'],
);

const examples = about(
  'Examples of decisions for the system text: a request, and the tool that it needs.',
  listOf(example),
);

/** What `try` changes of agents. */
export const trial = closed({
  overrides,
  drop_tools: dropTools,
  merge_tools: mergeTools,
  system,
  examples,
});

export const agent = closed({
  ...modelKeys,
  ...settingKeys,
  models: about(
    'Several models: every test runs with each, results side by side. A name, or a model with keys of its own.',
    someOf(either(text, modelEntry)),
  ),
  servers: about('The MCP servers it may use, by their names under `servers`.', listOf(text)),
  system,
  command: about('The agent is a program: prompt on stdin, a trace on stdout.', someOf(text)),
  acp: about('The agent is a program that speaks the Agent Client Protocol.', someOf(text)),
  permissions: about(
    'Whether calls that the agent asks about may be made; default `allow`.',
    oneOf('allow', 'reject'),
  ),
  auth: about('How an agent is signed in to, by the id that it has for it.', text),
  preset: about('The agent is a coding agent that is installed here.', oneOf(...PRESET_NAMES)),
  args: about('Further arguments of the program of a preset.', listOf(anyText)),
  http: about('The agent is a service at this address.', text),
  module: about('The agent is a function, such as `./agent.ts#run`.', text),
  traces: about('The agent was recorded: files, folders or globs.', oneOrMore(text)),
  max_turns: about('How many turns it may take; default 10.', integerFrom(1)),
  tool_choice: about('`auto`, `required`, `none` or the name of a tool.', text),
  parallel_tool_calls: about('Whether the model may ask for several calls at once.', flag),
  tools: about(
    'Whether calls go to the servers (`real`), get canned results (`mock`) or are only chosen (`select`).',
    oneOf('real', 'mock', 'select'),
  ),
  mocks: about(
    'Canned results by tool: a value, or a list of `{ args, result }`.',
    mapOf(anything),
  ),
  mocks_from: about('A folder of cassettes whose tool results answer the same calls.', text),
  catalog: about('A JSON file of the tools to offer when no server is started.', text),
  overrides,
  drop_tools: dropTools,
  merge_tools: mergeTools,
  examples,
  distractors: about(
    'Decoy tools that are offered beside the real ones.',
    closed(
      {
        count: about(
          'How many; a list of counts runs every test and eval once with each of them.',
          either(integerFrom(0), someOf(integerFrom(0))),
        ),
        from: about('A JSON file of tools to draw from.', text),
        seed: about('Which of them; the same seed, the same tools.', ofType('integer')),
      },
      ['count', 'from'],
    ),
  ),
  session: about(
    'Whether a program or a service is given turns one at a time, in one session.',
    flag,
  ),
  input: about('How a program gets the prompt.', oneOf('stdin', 'argument')),
  env: about('Environment of a program; `${VAR}` is read from ours.', mapOf(anyText)),
  headers: about('Headers for a service; `${VAR}` is read from the environment.', mapOf(anyText)),
  cwd: about('The folder that a program starts in.', text),
  format: about('The format of what a program writes; left out: it is recognised.', text),
  capture: about(
    'How the calls of a program are caught: by its requests to models, or by the spans that it exports.',
    oneOf('otlp', 'model'),
  ),
  complete: about(
    'Whether what is caught of MCP servers alone is all that the agent does: it has no other tools.',
    flag,
  ),
  watch: about(
    'Files, folders or globs of code that it depends on: a change makes recordings stale.',
    oneOrMore(text),
  ),
  timeout,
});

export const server = closed({
  command: about('The program that serves over stdin and stdout.', text),
  args: about('Its arguments.', listOf(anyText)),
  env: about('Its environment; `${VAR}` is read from ours.', mapOf(anyText)),
  cwd: about('The folder it starts in.', text),
  url: about('The address of a server over HTTP.', text),
  type: about('How it is reached; by default `command` or `url` decide.', text),
  headers: about('Headers to send; `${VAR}` is read from the environment.', mapOf(anyText)),
  oauth: about(
    'How a server over HTTP lets us in: by a secret for a token, or by a person who signed in.',
    closed(
      {
        issuer: about('Who gives the token: the secret goes nowhere else.', text),
        grant: about(
          'How the token is got: `client_credentials` by default, or `authorization_code` by a browser.',
          oneOf('client_credentials', 'authorization_code'),
        ),
        client_id: about('The id of the client; left out: it is registered at sign-in.', text),
        client_secret: about('Its secret; `${VAR}` is read from the environment.', text),
        scope: about('What the token is for.', text),
        redirect_port: about(
          'The port on this machine that the client is registered with.',
          integerFrom(1),
        ),
      },
      ['issuer'],
    ),
  ),
  restart: about(
    'Started once (`never` again), or anew for each test or each run.',
    oneOf('never', 'per_test', 'per_run'),
  ),
});

/** An agent: how it is reached, or where its recorded runs are. */
export type AgentDocument = Infer<typeof agent>;

/** What a model sees of a tool instead of what its server says. */
export type OverrideDocument = Infer<typeof override>;

/** Overrides by tool, as `server.name` or `name`. */
export type OverridesDocument = Infer<typeof overrides>;

/** Several tools that a model is offered as one with a mode. */
export type MergeDocument = Infer<typeof merge>;

/** A request and the decision that it needs. */
export type ExampleDocument = Infer<typeof example>;

/** What `try` changes of agents: the same keys that an agent has. */
export type TrialDocument = Infer<typeof trial>;

/** An MCP server, with the keys of an mcp.json. */
export type ServerDocument = Infer<typeof server>;
