import type { Json, JsonObject } from '#core';
import { hintFor } from '../problems/hint-for.ts';
import { FILTERS, METHODS } from './filters.ts';
import { TemplateError, type TemplateLexer } from './lexer.ts';
import { ADDITION, COMPARISON, concat, MULTIPLICATION } from './operators.ts';
import { parseArguments, type ParsedArguments } from './arguments.ts';
import { TESTS } from './tests.ts';
import { isTrue, listOf, lookUp, numberOf, type Value, type Work } from './value.ts';

/** The value of an expression for a row. */
export type Expression = (sample: JsonObject, work: Work) => Value;

/** Upper limit for nested parentheses, lists and conditions. */
const MAX_DEPTH = 32;

/** Parses one expression by Jinja's grammar, levels from the weakest to the strongest binding. */
export class ExpressionParser {
  readonly #lexer: TemplateLexer;
  #depth = 0;

  constructor(lexer: TemplateLexer) {
    this.#lexer = lexer;
  }

  /** `value if condition else other`. */
  parse(): Expression {
    if (++this.#depth > MAX_DEPTH) this.#lexer.fail('the expression is nested too deeply');
    const value = this.#parseOr();
    const result = this.#lexer.takeWord('if') ? this.#parseCondition(value) : value;
    this.#depth -= 1;
    return result;
  }

  #parseCondition(value: Expression): Expression {
    const condition = this.#parseOr();
    const other = this.#lexer.takeWord('else') ? this.parse() : () => undefined;
    return (sample, work) => (isTrue(condition(sample, work)) ? value : other)(sample, work);
  }

  #parseOr(): Expression {
    let left = this.#parseAnd();
    while (this.#lexer.takeWord('or')) {
      const [first, second] = [left, this.#parseAnd()];
      left = (sample, work) => {
        const value = first(sample, work);
        return isTrue(value) ? value : second(sample, work);
      };
    }
    return left;
  }

  #parseAnd(): Expression {
    let left = this.#parseNot();
    while (this.#lexer.takeWord('and')) {
      const [first, second] = [left, this.#parseNot()];
      left = (sample, work) => {
        const value = first(sample, work);
        return isTrue(value) ? second(sample, work) : value;
      };
    }
    return left;
  }

  #parseNot(): Expression {
    if (!this.#lexer.takeWord('not')) return this.#parseComparison();
    const operand = this.#nested(() => this.#parseNot());
    return (sample, work) => !isTrue(operand(sample, work));
  }

  /** `a < b < c` holds where both halves do. */
  #parseComparison(): Expression {
    const first = this.#parseAddition();
    const steps: { compare: (a: Value, b: Value, work: Work) => Value; right: Expression }[] = [];
    for (let compare = this.#takeComparison(); compare; compare = this.#takeComparison())
      steps.push({ compare, right: this.#parseAddition() });
    if (steps.length === 0) return first;
    return (sample, work) => {
      let left = first(sample, work);
      return steps.every(({ compare, right }) => {
        const value = right(sample, work);
        const holds = compare(left, value, work);
        left = value;
        return holds === true;
      });
    };
  }

  #takeComparison(): ((a: Value, b: Value, work: Work) => Value) | undefined {
    const { kind, text } = this.#lexer.token;
    if (kind === 'name' && text === 'not') {
      this.#lexer.take();
      if (!this.#lexer.takeWord('in')) this.#lexer.fail('expected in');
      return COMPARISON.get('not in');
    }
    const isOperator = kind === 'mark' || (kind === 'name' && text === 'in');
    const compare = isOperator ? COMPARISON.get(text) : undefined;
    if (compare !== undefined) this.#lexer.take();
    return compare;
  }

  #parseAddition(): Expression {
    return this.#parseLevel(ADDITION, () => this.#parseConcat());
  }

  #parseConcat(): Expression {
    return this.#parseLevel(new Map([['~', concat]]), () => this.#parseMultiplication());
  }

  #parseMultiplication(): Expression {
    return this.#parseLevel(MULTIPLICATION, () => this.#parseSigned());
  }

  #parseLevel(operators: typeof ADDITION, parseOperand: () => Expression): Expression {
    let left = parseOperand();
    for (;;) {
      const { kind, text } = this.#lexer.token;
      const operator = kind === 'mark' ? operators.get(text) : undefined;
      if (operator === undefined) return left;
      this.#lexer.take();
      const [first, second] = [left, parseOperand()];
      left = (sample, work) => operator(first(sample, work), second(sample, work), work);
    }
  }

  #parseSigned(): Expression {
    return this.#parseSuffixes(this.#parseSign());
  }

  #parseSign(): Expression {
    if (!this.#lexer.takeMark('-')) return this.#parsePath(this.#parsePrimary());
    const operand = this.#nested(() => this.#parseSign());
    return (sample, work) => -numberOf(operand(sample, work), '-');
  }

  #nested<T>(parse: () => T): T {
    if (++this.#depth > MAX_DEPTH) this.#lexer.fail('the expression is nested too deeply');
    const result = parse();
    this.#depth -= 1;
    return result;
  }

  #parsePrimary(): Expression {
    const { kind, text, offset } = this.#lexer.token;
    if (kind === 'mark' && text === '(') return this.#parseParentheses();
    if (kind === 'mark' && text === '[') return this.#parseList();
    if (kind === 'mark' && text === '{') return this.#parseObject();
    this.#lexer.take();
    if (kind === 'text') return () => text;
    if (kind === 'number') return () => Number(text);
    const literal = kind === 'name' ? LITERALS.get(text) : undefined;
    if (literal !== undefined) return () => literal;
    if (kind === 'name' && text === 'sample') return (sample) => sample;
    if (kind === 'mark')
      throw new TemplateError('TEMPLATE_SYNTAX', `unexpected ${JSON.stringify(text)}`, offset);
    const what = kind === 'end' ? 'an empty expression' : JSON.stringify(text);
    const hint = 'a template sees `sample`, the row, and nothing else';
    throw new TemplateError('TEMPLATE_PATH', `${what} is not known here`, offset, hint);
  }

  #parseParentheses(): Expression {
    this.#lexer.expectMark('(');
    const inner = this.parse();
    this.#lexer.expectMark(')');
    return inner;
  }

  #parseList(): Expression {
    this.#lexer.expectMark('[');
    const items = this.#parseItems(']', () => this.parse());
    return (sample, work) => {
      work.spend(items.length);
      const list = items.map((item) => item(sample, work));
      return list.includes(undefined) ? undefined : (list as Json[]);
    };
  }

  #parseObject(): Expression {
    this.#lexer.expectMark('{');
    const entries = this.#parseItems('}', () => {
      const key = this.#lexer.take();
      if (key.kind !== 'text') this.#lexer.fail('a key of an object stands in quotes');
      this.#lexer.expectMark(':');
      return [key.text, this.parse()] as const;
    });
    return (sample, work) => {
      const members = entries.map(([key, value]) => [key, value(sample, work)] as const);
      // fromEntries defines own members, so that `__proto__` stays one.
      return members.some(([, value]) => value === undefined)
        ? undefined
        : (Object.fromEntries(members) as JsonObject);
    };
  }

  #parseItems<T>(close: string, parseItem: () => T): T[] {
    const items: T[] = [];
    while (!this.#lexer.takeMark(close)) {
      items.push(parseItem());
      if (this.#lexer.takeMark(',')) continue;
      this.#lexer.expectMark(close);
      break;
    }
    return items;
  }

  /** `.name`, `[key]`, `[1:3]` and `.method()` behind a value. */
  #parsePath(start: Expression): Expression {
    let value = start;
    for (;;) {
      if (this.#lexer.takeMark('.')) value = this.#parseMember(value);
      else if (this.#lexer.takeMark('[')) value = this.#parseIndex(value);
      else {
        const { kind, text, offset } = this.#lexer.token;
        if (kind === 'mark' && text === '(')
          throw new TemplateError('TEMPLATE_PATH', 'a template cannot call this', offset);
        return value;
      }
    }
  }

  #parseMember(object: Expression): Expression {
    const { kind, text, offset } = this.#lexer.take();
    if (kind !== 'name' && !(kind === 'number' && /^\d+$/.test(text)))
      throw new TemplateError('TEMPLATE_PATH', 'a name must follow the dot', offset);
    const isCall = this.#lexer.token.kind === 'mark' && this.#lexer.token.text === '(';
    if (kind === 'name' && isCall) {
      const filter = METHODS.get(text);
      if (filter !== undefined) return this.#applyFilter(object, filter, offset);
      const hint = hintFor(text, [...METHODS.keys()], 'methods are');
      throw new TemplateError('TEMPLATE_PATH', `a template cannot call ${text}`, offset, hint);
    }
    const key = kind === 'number' ? Number(text) : text;
    return (sample, work) => lookUp(object(sample, work), key);
  }

  #parseIndex(object: Expression): Expression {
    const start = this.#isMark(':') ? null : this.parse();
    if (this.#lexer.takeMark(':')) return this.#parseSlice(object, start);
    this.#lexer.expectMark(']');
    return (sample, work) => lookUp(object(sample, work), start?.(sample, work));
  }

  #parseSlice(object: Expression, start: Expression | null): Expression {
    const stop = this.#isMark(']') ? null : this.parse();
    this.#lexer.expectMark(']');
    const bound = (at: Expression | null, sample: JsonObject, work: Work): number | undefined =>
      at === null ? undefined : numberOf(at(sample, work), 'a slice');
    return (sample, work) => {
      const value = object(sample, work);
      const [from, to] = [bound(start, sample, work), bound(stop, sample, work)];
      if (value === undefined) return undefined;
      if (typeof value === 'string') return Array.from(value).slice(from, to).join('');
      return listOf(value, 'a slice').slice(from, to);
    };
  }

  #isMark(mark: string): boolean {
    return this.#lexer.token.kind === 'mark' && this.#lexer.token.text === mark;
  }

  /** `| filter` and `is test` behind a value. */
  #parseSuffixes(start: Expression): Expression {
    let value = start;
    for (;;) {
      if (this.#lexer.takeMark('|')) {
        const { kind, text, offset } = this.#lexer.take();
        value = this.#applyFilter(value, kind === 'name' ? text : '', offset);
      } else if (this.#lexer.takeWord('is')) value = this.#applyTest(value);
      else return value;
    }
  }

  #applyFilter(operand: Expression, name: string, offset: number): Expression {
    if (name === 'default' || name === 'd') return this.#applyDefault(operand);
    const filter = FILTERS.get(name);
    if (filter === undefined) {
      const hint = hintFor(name, [...FILTERS.keys(), 'default'], 'filters are');
      const message = `unknown filter ${JSON.stringify(name)}`;
      throw new TemplateError('TEMPLATE_SYNTAX', message, offset, hint);
    }
    const args = this.#parseArguments(name, filter.parameters);
    if (filter.names !== undefined) this.#checkName(filter.names, args, offset);
    return (sample, work) => {
      const value = operand(sample, work);
      if (value === undefined) return undefined;
      work.spend(1);
      return filter.apply(value, args.evaluate(sample, work), work);
    };
  }

  #parseArguments(name: string, parameters: readonly string[]): ParsedArguments {
    return parseArguments(this.#lexer, name, parameters, () => this.parse());
  }

  /** A filter or test that is named by a text must exist. */
  #checkName(
    { argument, what }: { readonly argument: number; readonly what: 'filter' | 'test' },
    { literals }: ParsedArguments,
    offset: number,
  ): void {
    const name = literals[argument];
    const table = what === 'filter' ? FILTERS : TESTS;
    if (name === undefined || table.has(name)) return;
    const hint = hintFor(name, [...table.keys()], `${what}s are`);
    const message = `unknown ${what} ${JSON.stringify(name)}`;
    throw new TemplateError('TEMPLATE_SYNTAX', message, offset, hint);
  }

  /** `default(value, true)` also replaces what is false, empty or zero. Null is replaced like a missing value. */
  #applyDefault(operand: Expression): Expression {
    const args = this.#parseArguments('default', ['default_value', 'boolean']);
    return (sample, work) => {
      const value = operand(sample, work);
      const [fallback = '', isWide] = args.evaluate(sample, work);
      return value === undefined || value === null || (isTrue(isWide) && !isTrue(value))
        ? fallback
        : value;
    };
  }

  #applyTest(operand: Expression): Expression {
    const isNegated = this.#lexer.takeWord('not');
    const { text: name, offset } = this.#lexer.take();
    const test = TESTS.get(name);
    if (test === undefined) {
      const hint = hintFor(name, [...TESTS.keys()], 'tests are');
      const message = `unknown test ${JSON.stringify(name)}`;
      throw new TemplateError('TEMPLATE_SYNTAX', message, offset, hint);
    }
    const argument = test.takes === 1 ? this.#parsePath(this.#parsePrimary()) : () => undefined;
    return (sample, work) =>
      test.holds(operand(sample, work), argument(sample, work), work) !== isNegated;
  }
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
