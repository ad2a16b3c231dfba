import { type JsonObject, stringifyJson } from '#core';
import type { Template } from '#core';
import { TemplateError, TemplateLexer } from './lexer.ts';
import { type Expression, ExpressionParser } from './parser.ts';
import { type Value, Work } from './value.ts';

export type ParsedTemplate =
  | { readonly ok: true; readonly template: Template }
  | {
      readonly ok: false;
      readonly code: 'TEMPLATE_SYNTAX' | 'TEMPLATE_PATH';
      readonly message: string;
      readonly hint?: string;
      /** Where in the text, from 0. */
      readonly offset: number;
    };

/** Whether a text is written as a template. */
export function isTemplate(text: string): boolean {
  return text.includes('{{') || text.includes('{%') || text.includes('{#');
}

/** Upper limit for the length of a template. */
const MAX_LENGTH = 10_000;

/**
 * Parses a template: text with Jinja expressions in `{{ }}`. An expression sees `sample`, the row, and reaches own
 * members only. Statements are rejected, the work of a rendering is bounded, and a result is never parsed again.
 */
export function parseTemplate(source: string): ParsedTemplate {
  try {
    const parts = parseParts(source);
    return { ok: true, template: { source, render: (sample) => render(parts, sample) } };
  } catch (error) {
    if (!(error instanceof TemplateError)) throw error;
    const { code, message, hint, offset } = error;
    return { ok: false, code, message, offset, ...(hint === undefined ? {} : { hint }) };
  }
}

function parseParts(source: string): readonly (string | Expression)[] {
  if (source.length > MAX_LENGTH)
    throw new TemplateError(
      'TEMPLATE_SYNTAX',
      `a template has at most ${MAX_LENGTH} characters`,
      0,
    );
  const parts: (string | Expression)[] = [];
  const opening = /\{[{%#]/g;
  let at = 0;
  while (at < source.length) {
    opening.lastIndex = at;
    const open = opening.exec(source);
    const start = open === null ? source.length : open.index;
    // `{{-` and `-}}` drop the blanks on their side, as in Jinja.
    const isTrimmed = open?.[0] === '{{' && source.charAt(start + 2) === '-';
    const text = source.slice(at, start);
    if (text !== '') parts.push(isTrimmed ? text.trimEnd() : text);
    if (open === null) break;
    if (open[0] !== '{{') throw statementError(source, start);
    const lexer = new TemplateLexer(source, isTrimmed ? start + 3 : start + 2);
    parts.push(new ExpressionParser(lexer).parse());
    if (lexer.token.kind !== 'end') lexer.fail(`unexpected ${JSON.stringify(lexer.token.text)}`);
    at = lexer.position;
    if (source.startsWith('-}}', at - 3)) while (/\s/.test(source.charAt(at))) at += 1;
  }
  return parts;
}

/** Names the statement, such as `{% for`: only expressions are rendered. */
function statementError(source: string, start: number): TemplateError {
  const [statement = ''] = /^\{(?:%[-+]?\s*\w*|#)/.exec(source.slice(start, start + 40)) ?? [];
  const message = `${statement} is not supported: a template has expressions in {{ }} only`;
  return new TemplateError('TEMPLATE_SYNTAX', message, start);
}

/** A single expression gives its value; with text around it the values are written into the text. */
function render(parts: readonly (string | Expression)[], sample: JsonObject): Value {
  const work = new Work();
  const filled = parts.filter((part) => typeof part !== 'string' || part.trim() !== '');
  const [only] = filled;
  if (filled.length === 1 && typeof only === 'function') return only(sample, work);
  let text = '';
  for (const part of parts) {
    const value = typeof part === 'string' ? part : part(sample, work);
    if (value === undefined || value === null) return undefined;
    text += typeof value === 'string' ? value : stringifyJson(value);
    work.spend(text.length);
  }
  return text;
}
