import { isJsonObject, type Json } from '../json/json.ts';
import type { ToolSpec } from './trace.ts';
import { describeKind, explainName, isName, parseNumber, SERVER_HINT } from './trace-fields.ts';
import type { TraceFindings } from './trace-findings.ts';

/** The tools that were on offer; null when the trace does not say. */
export function parseTools(value: Json | undefined, findings: TraceFindings): ToolSpec[] | null {
  if (value === undefined || value === null) return null;
  if (!Array.isArray(value)) {
    findings.fail('/tools', `tools must be a list or null, not ${describeKind(value)}`);
    return null;
  }
  const tools: ToolSpec[] = [];
  for (let index = 0; index < value.length; index++) {
    const tool = parseTool(value[index], `/tools/${index}`, findings);
    if (tool !== null) tools.push(tool);
  }
  return tools;
}

function parseTool(value: Json | undefined, at: string, findings: TraceFindings): ToolSpec | null {
  if (!isJsonObject(value)) {
    findings.fail(at, `a tool must be an object, not ${describeKind(value)}`);
    return null;
  }
  const { name, server = null, description = null } = value;
  if (!isName(name)) {
    findings.fail(`${at}/name`, explainName('name', name));
    return null;
  }
  if (server !== null && !isName(server)) {
    findings.fail(`${at}/server`, explainName('server', server), SERVER_HINT);
    return null;
  }
  if (description !== null && typeof description !== 'string') {
    findings.fail(
      `${at}/description`,
      `description must be text, not ${describeKind(description)}`,
    );
    return null;
  }
  // MCP servers list their tools with the camel-case spelling.
  const key = value.input_schema === undefined ? 'inputSchema' : 'input_schema';
  const inputSchema = value[key] ?? null;
  if (inputSchema !== null && typeof inputSchema !== 'boolean' && !isJsonObject(inputSchema)) {
    const actual = describeKind(inputSchema);
    findings.fail(`${at}/${key}`, `${key} must be an object, true or false, not ${actual}`);
    return null;
  }
  const cost = parseNumber(`${at}/cost`, value.cost, findings);
  const { agents = null } = value;
  if (agents === null) return { server, name, description, inputSchema, cost };
  if (!Array.isArray(agents) || agents.length === 0 || !agents.every(isName)) {
    findings.fail(`${at}/agents`, 'agents must be a list of names, or null');
    return null;
  }
  return { server, name, description, inputSchema, cost, agents: agents };
}
