import { parametersOf } from '../relevance/tool-terms.ts';
import { stringifyJson } from '../json/stringify-json.ts';
import type { ToolSpec } from '../trace/trace.ts';
import { describeType } from './describe-type.ts';
import type { ListedTool } from './tool-set-report.ts';

/** A tokenizer is not worth its weight here: of English and JSON four bytes are about one token. */
const BYTES_PER_TOKEN = 4;

/** The tool with its parameters and about what it costs to offer it. */
export function listTool({ server, name, description, inputSchema }: ToolSpec): ListedTool {
  const parameters = parametersOf({ inputSchema }).map((parameter) => ({
    name: parameter.name,
    type: describeType(parameter.schema),
    required: parameter.isRequired,
  }));
  const document = stringifyJson({
    name,
    description: description ?? '',
    input_schema: inputSchema ?? {},
  });
  const tokens = Math.ceil(utf8Length(document) / BYTES_PER_TOKEN);
  return { server, name, description, inputSchema, tokens, parameters };
}

function utf8Length(text: string): number {
  let length = 0;
  for (const character of text) {
    const code = character.codePointAt(0) ?? 0;
    length += code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x10000 ? 3 : 4;
  }
  return length;
}
