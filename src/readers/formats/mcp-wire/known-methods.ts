/**
 * The methods of MCP, of which only `tools/call` is a call. Other protocols over JSON-RPC look alike: the updates of the Agent
 * Client Protocol and the messages of A2A may be calls.
 */
const METHODS: ReadonlySet<string> = new Set([
  'initialize',
  'ping',
  'server/discover',
  'tools/list',
  'tools/call',
  'tasks/get',
  'tasks/list',
  'tasks/result',
  'tasks/update',
  'tasks/cancel',
  'resources/list',
  'resources/read',
  'resources/templates/list',
  'resources/subscribe',
  'resources/unsubscribe',
  'prompts/list',
  'prompts/get',
  'subscriptions/listen',
  'completion/complete',
  'logging/setLevel',
  'sampling/createMessage',
  'elicitation/create',
  'roots/list',
]);

/** Whether a method belongs to MCP, as every method that starts with `notifications/` does. */
export function isKnownMethod(method: string): boolean {
  return METHODS.has(method) || method.startsWith('notifications/');
}
