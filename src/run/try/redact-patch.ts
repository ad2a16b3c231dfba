import { type JsonObject, type RedactionPolicy, Redactor } from '#core';
import type { ToolPatch } from '#reporters';

/** A patch without secrets: descriptions are free text. */
export function redactPatch(
  patch: readonly ToolPatch[],
  policy: RedactionPolicy | null,
): readonly ToolPatch[] {
  if (policy === null) return patch;
  return patch.map((tool) => {
    const redactor = new Redactor(policy);
    const { description, inputSchema } = tool;
    return {
      ...tool,
      ...(description === undefined
        ? {}
        : {
            description: {
              before: description.before === null ? null : redactor.text(description.before),
              after: redactor.text(description.after),
            },
          }),
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
