import { type JsonObject, type RedactionPolicy, Redactor } from '#core';
import type { AgentPatch, ToolPatch } from '#reporters';

/** A patch without secrets: descriptions are free text. */
export function redactPatch(
  patch: readonly ToolPatch[],
  policy: RedactionPolicy | null,
): readonly ToolPatch[] {
  if (policy === null) return patch;
  return patch.map((tool) => {
    const redactor = new Redactor(policy);
    const { description, inputSchema, removed } = tool;
    const textOf = (text: string | null): string | null =>
      text === null ? null : redactor.text(text);
    return {
      ...tool,
      ...(description === undefined
        ? {}
        : {
            description: {
              before: textOf(description.before),
              after: redactor.text(description.after),
            },
          }),
      ...(removed === undefined
        ? {}
        : { removed: { ...removed, description: textOf(removed.description) } }),
      ...(inputSchema === undefined
        ? {}
        : {
            inputSchema: {
              before: redactor.schema(inputSchema.before) as JsonObject,
              after: redactor.schema(inputSchema.after) as JsonObject,
            },
          }),
    };
  });
}

/** What agents see, without secrets: system prompts and examples are free text. */
export function redactAgentPatch(
  agents: readonly AgentPatch[],
  policy: RedactionPolicy | null,
): readonly AgentPatch[] {
  if (policy === null) return agents;
  return agents.map(({ agent, system, examples }) => {
    const redactor = new Redactor(policy);
    return {
      agent,
      ...(system === undefined
        ? {}
        : {
            system: {
              before: system.before === null ? null : redactor.text(system.before),
              after: redactor.text(system.after),
            },
          }),
      ...(examples === undefined
        ? {}
        : { examples: examples.map((example) => redactor.text(example)) }),
    };
  });
}
