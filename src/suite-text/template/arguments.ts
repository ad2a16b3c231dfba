import type { JsonObject } from '#core';
import { TemplateError, type TemplateLexer } from './lexer.ts';
import type { Value, Work } from './value.ts';

type Expression = (sample: JsonObject, work: Work) => Value;

/** The arguments of a filter, by place. */
export interface ParsedArguments {
  evaluate(sample: JsonObject, work: Work): readonly Value[];
  /** The texts among them that the template itself has. */
  readonly literals: readonly (string | undefined)[];
}

/** Parses `(a, key=b)`, or nothing, into arguments by place. */
export function parseArguments(
  lexer: TemplateLexer,
  name: string,
  parameters: readonly string[],
  parseValue: () => Expression,
): ParsedArguments {
  const values: (Expression | undefined)[] = [];
  const literals: (string | undefined)[] = [];
  if (lexer.takeMark('(')) {
    let next = 0;
    while (!lexer.takeMark(')')) {
      const { kind, text, offset } = lexer.token;
      let value: Expression | null = null;
      let place = next;
      if (kind === 'name' && parameters.includes(text)) {
        lexer.take();
        lexer.expectMark('=');
        place = parameters.indexOf(text);
      } else {
        next += 1;
        if (next > parameters.length && parameters.at(-1) !== '...')
          throw new TemplateError('TEMPLATE_SYNTAX', takes(name, parameters), offset);
      }
      const first = lexer.token;
      value = parseValue();
      const isAlone = lexer.token.kind === 'mark' && /^[,)]$/.test(lexer.token.text);
      values[place] = value;
      literals[place] = first.kind === 'text' && isAlone ? first.text : undefined;
      if (lexer.takeMark(',')) continue;
      lexer.expectMark(')');
      break;
    }
  }
  return {
    evaluate: (sample, work) => Array.from(values, (value) => value?.(sample, work)),
    literals,
  };
}

function takes(name: string, parameters: readonly string[]): string {
  const names = parameters.filter((parameter) => parameter !== '...');
  return names.length === 0
    ? `${name} takes no argument`
    : `${name} takes ${names.join(', ')} and nothing more`;
}
