/** A template that cannot be read: where and why. */
export class TemplateError extends Error {
  readonly code: 'TEMPLATE_SYNTAX' | 'TEMPLATE_PATH';
  readonly offset: number;
  readonly hint: string | undefined;
  constructor(
    code: 'TEMPLATE_SYNTAX' | 'TEMPLATE_PATH',
    message: string,
    offset: number,
    hint?: string,
  ) {
    super(message);
    this.name = 'TemplateError';
    this.code = code;
    this.offset = offset;
    this.hint = hint;
  }
}

export type Token =
  | { readonly kind: 'name'; readonly text: string; readonly offset: number }
  | { readonly kind: 'text'; readonly text: string; readonly offset: number }
  | { readonly kind: 'number'; readonly text: string; readonly offset: number }
  | { readonly kind: 'mark'; readonly text: string; readonly offset: number }
  | { readonly kind: 'end'; readonly text: ''; readonly offset: number };

const END = /-?\}\}/y;
const BLANKS = /[ \t\r\n]*/y;
const NAME = /[A-Za-z_][A-Za-z0-9_]*/y;
const NUMBER = /\d+(?:\.\d+)?/y;
// A bar may be escaped, as Markdown tables print it: templates are copied from there.
const MARK = /==|!=|<=|>=|\/\/|\\\||[-+*/%~<>.:,|=[\](){}]/y;

/** Reads the tokens of one expression, from behind `{{` to its `}}`. */
export class TemplateLexer {
  readonly #source: string;
  #at: number;
  /** Open braces of objects: a `}}` inside one closes it first. */
  #braces = 0;
  #token: Token;

  constructor(source: string, at: number) {
    this.#source = source;
    this.#at = at;
    this.#token = this.#read();
  }

  /** The token that comes next. */
  get token(): Token {
    return this.#token;
  }

  /** Where the text goes on behind the token that comes next. */
  get position(): number {
    return this.#at;
  }

  /** The token that came next; then the one after it does. */
  take(): Token {
    const taken = this.#token;
    if (taken.kind !== 'end') this.#token = this.#read();
    return taken;
  }

  /** Whether the mark comes next; when it does it is taken. */
  takeMark(mark: string): boolean {
    return this.#takeIf('mark', mark);
  }

  /** The same for a word such as `and`. */
  takeWord(word: string): boolean {
    return this.#takeIf('name', word);
  }

  #takeIf(kind: Token['kind'], text: string): boolean {
    const isNext = this.#token.kind === kind && this.#token.text === text;
    if (isNext) this.#token = this.#read();
    return isNext;
  }

  expectMark(mark: string): void {
    if (!this.takeMark(mark)) this.fail(`expected ${mark}`);
  }

  fail(message: string, hint?: string): never {
    throw new TemplateError('TEMPLATE_SYNTAX', message, this.#token.offset, hint);
  }

  #read(): Token {
    this.#match(BLANKS);
    const offset = this.#at;
    const end = this.#braces === 0 ? this.#match(END) : null;
    if (end !== null) return { kind: 'end', text: '', offset };
    const char = this.#source.charAt(offset);
    if (char === '') {
      throw new TemplateError('TEMPLATE_SYNTAX', 'the template has no closing }}', offset);
    }
    if (char === "'" || char === '"') return this.#readText(char, offset);
    const name = this.#match(NAME);
    if (name !== null) return { kind: 'name', text: name, offset };
    const number = this.#match(NUMBER);
    if (number !== null) return { kind: 'number', text: number, offset };
    const mark = this.#match(MARK);
    if (mark === '{') this.#braces += 1;
    if (mark === '}') this.#braces -= 1;
    if (mark !== null) return { kind: 'mark', text: mark === '\\|' ? '|' : mark, offset };
    throw new TemplateError('TEMPLATE_SYNTAX', `unexpected ${JSON.stringify(char)}`, offset);
  }

  #readText(quote: string, offset: number): Token {
    let text = '';
    for (let at = offset + 1; at < this.#source.length; at++) {
      const char = this.#source.charAt(at);
      if (char === quote) {
        this.#at = at + 1;
        return { kind: 'text', text, offset };
      }
      if (char === '\\') at++;
      text += char === '\\' ? unescape(this.#source.charAt(at)) : char;
    }
    throw new TemplateError('TEMPLATE_SYNTAX', `the text has no closing ${quote}`, offset);
  }

  #match(pattern: RegExp): string | null {
    pattern.lastIndex = this.#at;
    const match = pattern.exec(this.#source);
    if (match === null) return null;
    this.#at += match[0].length;
    return match[0];
  }
}

function unescape(char: string): string {
  return char === 'n' ? '\n' : char === 't' ? '\t' : char;
}
