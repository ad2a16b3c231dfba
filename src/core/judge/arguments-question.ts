import type { Json, JsonObject } from '../json/json.ts';
import { containsRedacted } from '../arguments/redacted-comparison.ts';
import { type RedactionPolicy, Redactor, renumberPlaceholders } from '../redaction/index.ts';
import type { ToolRef, ToolSpec } from '../trace/trace.ts';
import { formatTool } from '../trace/trace.ts';
import type { ArgumentsQuestion } from './question.ts';

/** Arguments to compare, and what is known of the call. */
export interface ComparedArguments {
  /** What the user asked for. */
  readonly input: Json;
  readonly tool: ToolRef;
  /** Undefined where the tool is not described anywhere. */
  readonly spec: ToolSpec | undefined;
  readonly expected: JsonObject;
  readonly actual: JsonObject;
}

/**
 * The question whether arguments mean the expected ones, without secrets. Null where either of them has one: a
 * comparison that touches a placeholder is not measured, and no judge is asked about it.
 */
export function argumentsQuestion(
  { input, tool, spec, expected, actual }: ComparedArguments,
  policy: RedactionPolicy,
): ArgumentsQuestion | null {
  const redactor = new Redactor(policy);
  const compared = [expected, actual].map((value) => redactor.json(value) as JsonObject);
  if (compared.some((value) => containsRedacted(value))) return null;
  const description = spec?.description ?? null;
  return renumberPlaceholders({
    kind: 'arguments',
    input: redactor.json(input),
    tool: {
      name: redactor.name(formatTool(tool)),
      description: description === null ? null : redactor.text(description),
      input_schema: redactor.schema(spec?.inputSchema ?? null),
    },
    expected: compared[0]!,
    actual: compared[1]!,
  });
}
