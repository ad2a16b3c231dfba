import { type CodeWith, type IssueOf, issuesOf, type UserErrorOf, userErrorsOf } from '#core';

/** The codes of driving agents, with what each means. Public: only ever added to. */
export const DRIVE_CODES = {
  AGENT_FAILED: ['errored', 'a program, a service or a function failed, or cannot be started'],
  AGENT_NAMELESS: ['errored', 'an agent reports a call without the name of its tool'],
  AGENT_OUTPUT: ['errored', 'what an agent wrote is not one trace in a format that is read'],
  BUDGET_SPENT: ['errored', 'the budget in calls, tokens or money is spent'],
  BUDGET_UNCOUNTED: [
    'errored',
    'a budget cannot be kept: the prices are not known, or the model does not report its tokens',
  ],
  CAPTURE_CONFIG: ['errored', 'the MCP servers of a program cannot be put behind a proxy'],
  CAPTURE_FAILED: [
    'errored',
    'not all that a program exported or said to its servers could be read',
  ],
  CAPTURE_NOTHING: [
    'errored',
    'a program asked no model through us, exported no spans of an agent and used no MCP server that was set up for it',
  ],
  CAPTURE_PART: [
    'warning',
    'a program asked models in a way, or at an address, that is not recorded: the run is partial',
  ],
  CAPTURE_UNANSWERED: ['warning', 'requests of a program to its models had no whole answer'],
  DRIVE_MESSAGES: ['errored', 'a conversation has a message or part that its model cannot be sent'],
  DRIVE_STOPPED: ['errored', 'a run was stopped before it ended'],
  MCP_ENDED: ['errored', 'an MCP server ended, or broke off, while it was asked for something'],
  MCP_JSON: ['unusable', 'a file of MCP servers, or one of its servers, cannot be read as it is'],
  MCP_LIMIT: ['errored', 'an MCP server sent a list of tools or a result beyond what can be used'],
  MCP_LIST_CHANGED: ['warning', 'an MCP server changed its list of tools during a run'],
  MCP_NOT_ENDED: ['warning', 'processes of an MCP server could not be ended'],
  MCP_PROTOCOL: ['errored', 'an MCP server gave an answer that the protocol does not allow'],
  MCP_REQUEST_DECLINED: [
    'warning',
    'an MCP server asked for sampling, input or roots, which was declined',
  ],
  MCP_RESULT_CUT: ['warning', 'a result of an MCP server was cut to what a model can read'],
  MCP_START: ['errored', 'an MCP server cannot be started or reached, or fails the handshake'],
  MCP_STDOUT_NOISE: ['warning', 'an MCP server printed lines to stdout that are not messages'],
  MCP_TIMEOUT: ['errored', 'an MCP server did not answer in time'],
  MCP_TOOL_SKIPPED: ['warning', 'an MCP server lists a tool twice, or one without a usable name'],
  MCP_UNEXPECTED: ['warning', 'an MCP server sent something unexpected'],
  MODEL_ANSWER: ['errored', 'the answer of a model cannot be understood'],
  MODEL_CUT: [
    'errored',
    'an answer was cut at the limit of tokens before it said anything, or before its JSON was complete',
  ],
  MODEL_FAILED: ['errored', 'a model gave no answer, after all attempts'],
  MODEL_HEADER: ['unusable', 'a header for a model has characters that no header has'],
  MODEL_KEY: ['errored', 'a provider does not accept the key, or wants one'],
  MODEL_OBJECT: ['unusable', 'a module gives no language model of the AI SDK'],
  MODEL_OTHER: ['errored', 'another model answered than was asked'],
  MODEL_QUOTA: ['errored', 'the account at a provider has no credit left'],
  MODEL_REFUSED: [
    'errored',
    'a provider refused a request or blocked an answer, or a judge declined',
  ],
  MODEL_TOOL_CHOICE: ['errored', 'an agent must call a tool that is not offered'],
  MODEL_UNKNOWN: ['errored', 'a provider does not know the model'],
  MODEL_URL: ['unusable', '`base_url` is missing or no address of http or https'],
  RUN_TIMEOUT: ['errored', 'a run took longer than `timeout` says'],
  TOOL_DISTRACTORS_FEW: ['warning', 'a catalog holds fewer decoys than `distractors` asks for'],
  TOOL_MOCK_UNKNOWN: ['unusable', '`mocks` name a tool that is not there'],
  TOOL_OVERRIDE_UNKNOWN: ['errored', 'an override names a tool that is not there'],
} as const;

/** Why a run could not be made. */
export type DriveFault = CodeWith<typeof DRIVE_CODES, 'errored'>;

export const driveIssue: IssueOf<typeof DRIVE_CODES> = issuesOf(DRIVE_CODES);
export const driveError: UserErrorOf<typeof DRIVE_CODES> = userErrorsOf(DRIVE_CODES);
