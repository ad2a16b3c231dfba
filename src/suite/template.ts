import { type Json, type JsonObject, stringifyJson } from '#core';
import type { Template } from './plan.ts';
import { hintFor } from './hint-for.ts';
import { FILTERS, lookUp, type Value } from './template-filters.ts';
import { TemplateError, TemplateLexer } from './template-lexer.ts';

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

type Expression = (sample: JsonObject) => Value;

/** Whether a text means to be a template. */
export function isTemplate(text: string): boolean {
  return text.includes('{{') || text.includes('{%') || text.includes('{#');
}

/**
 * Reads a template: text with `{{ path | filter }}` in it. Paths begin at `sample` and reach own members only;
 * there is no code, no loop and no call, and what a template gives is never read as one again.
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
  const parts: (string | Expression)[] = [];
  const opening = /\{[{%#]/g;
  let at = 0;
  while (at < source.length) {
    opening.lastIndex = at;
    const open = opening.exec(source);
    const start = open === null ? source.length : open.index;
    if (start > at) parts.push(source.slice(at, start));
    if (open === null) break;
    if (open[0] !== '{{') {
      const message = `${open[0]} is not read: a template only has expressions in {{ }}`;
      throw new TemplateError('TEMPLATE_SYNTAX', message, start);
    }
    const lexer = new TemplateLexer(source, start + 2);
    parts.push(parseExpression(lexer));
    at = lexer.position;
  }
  return parts;
}

function parseExpression(lexer: TemplateLexer): Expression {
  const root = lexer.take();
  if (root.kind !== 'name' || root.text !== 'sample') {
    const what = root.kind === 'end' ? 'an empty expression' : JSON.stringify(root.text);
    const hint = 'a template begins with `sample`, the row';
    throw new TemplateError('TEMPLATE_PATH', `${what} is not known here`, root.offset, hint);
  }
  const steps: (string | number)[] = [];
  for (let step = parseStep(lexer); step !== null; step = parseStep(lexer)) steps.push(step);
  const filters: ((value: Value) => Value)[] = [];
  while (lexer.takeMark('|')) filters.push(parseFilter(lexer));
  if (lexer.token.kind !== 'end') lexer.fail(`unexpected ${JSON.stringify(lexer.token.text)}`);
  return (sample) =>
    filters.reduce((value, filter) => filter(value), steps.reduce<Value>(lookUp, sample));
}

function parseStep(lexer: TemplateLexer): string | number | null {
  if (lexer.takeMark('.')) {
    const name = lexer.take();
    if (name.kind === 'name') return name.text;
    throw new TemplateError('TEMPLATE_PATH', 'a name must follow the dot', name.offset);
  }
  if (lexer.takeMark('[')) {
    const key = lexer.take();
    lexer.expectMark(']');
    if (key.kind === 'text') return key.text;
    if (key.kind === 'number' && /^\d{1,9}$/.test(key.text)) return Number(key.text);
    const hint = "write ['key'] or [0]";
    throw new TemplateError(
      'TEMPLATE_PATH',
      'a path takes a key in quotes or an index',
      key.offset,
      hint,
    );
  }
  if (lexer.token.kind === 'mark' && lexer.token.text === '(') {
    const message = 'nothing can be called in a template';
    throw new TemplateError('TEMPLATE_PATH', message, lexer.token.offset);
  }
  return null;
}

function parseFilter(lexer: TemplateLexer): (value: Value) => Value {
  const { kind, text: name, offset } = lexer.take();
  const filter = FILTERS.get(name);
  if (kind !== 'name' || (filter === undefined && name !== 'default')) {
    const hint = hintFor(name, [...FILTERS.keys(), 'default'], 'filters are');
    throw new TemplateError(
      'TEMPLATE_SYNTAX',
      `unknown filter ${JSON.stringify(name)}`,
      offset,
      hint,
    );
  }
  if (filter === undefined) {
    lexer.expectMark('(');
    const fallback = parseLiteral(lexer);
    lexer.expectMark(')');
    return (value) => value ?? fallback;
  }
  const { apply } = filter;
  let argument = '';
  if (filter.takes === 'attribute') argument = parseAttribute(lexer);
  else if (lexer.takeMark('(')) lexer.expectMark(')');
  return (value) => (value === undefined ? undefined : apply(value, argument));
}

function parseAttribute(lexer: TemplateLexer): string {
  const hint = "write map(attribute='name')";
  if (!lexer.takeMark('(')) lexer.fail('map needs an attribute', hint);
  if (lexer.token.kind !== 'name' || lexer.token.text !== 'attribute')
    lexer.fail('map only takes attribute=', hint);
  lexer.take();
  lexer.expectMark('=');
  const name = lexer.take();
  if (name.kind !== 'text') lexer.fail('the attribute stands in quotes', hint);
  lexer.expectMark(')');
  return name.text;
}

const LITERALS: ReadonlyMap<string, boolean | null> = new Map<string, boolean | null>([
  ['true', true],
  ['True', true],
  ['false', false],
  ['False', false],
  ['null', null],
  ['none', null],
  ['None', null],
]);

function parseLiteral(lexer: TemplateLexer, depth: number = 0): Json {
  if (depth < 10 && lexer.takeMark('[')) {
    const list: Json[] = [];
    while (!lexer.takeMark(']')) {
      list.push(parseLiteral(lexer, depth + 1));
      if (lexer.takeMark(',')) continue;
      lexer.expectMark(']');
      break;
    }
    return list;
  }
  const { kind, text } = lexer.token;
  const word = kind === 'name' ? LITERALS.get(text) : undefined;
  if (kind !== 'text' && kind !== 'number' && word === undefined) {
    lexer.fail('default takes text, a number, true, false, none or a list of them');
  }
  lexer.take();
  if (kind === 'text') return text;
  return kind === 'number' ? Number(text) : (word as boolean | null);
}

/** One expression alone gives its value; with text around it the values are written into the text. */
function render(parts: readonly (string | Expression)[], sample: JsonObject): Value {
  const told = parts.filter((part) => typeof part !== 'string' || part.trim() !== '');
  const [only] = told;
  if (told.length === 1 && typeof only === 'function') return only(sample);
  let text = '';
  for (const part of parts) {
    const value = typeof part === 'string' ? part : part(sample);
    if (value === undefined || value === null) return undefined;
    text += typeof value === 'string' ? value : stringifyJson(value);
  }
  return text;
}
