import type { CaseReport } from '#core';
import { parseCases } from '#schema';
import { ColumnWriter } from './case-columns.ts';
import { CaseTemplate } from './case-template.ts';
import type { CaseBatch, CaseReader } from './scan-report.ts';

/** A report without the usual shape, or with a fault: it has to be read whole, which says what is wrong. */
export class NotIndexable extends Error {}

/** Forms beyond are parsed: they are rare. */
const MAX_TEMPLATES = 64;
const CLOSE_OBJECT = 0x7d;

interface EvalCases {
  readonly writer: ColumnWriter;
  /** The one that matched last comes first. */
  readonly templates: CaseTemplate[];
  /** The forms that a template was made of, or cannot be made of. */
  readonly learned: Set<number>;
}

/** Collects the columns of all evals. Cases are parsed as long as none like them was. */
export class CaseCollector implements CaseReader {
  /** By the place of the eval. */
  readonly writers = new Map<number, ColumnWriter>();
  readonly #evals = new Map<number, EvalCases>();
  #matched: { readonly writer: ColumnWriter; readonly template: CaseTemplate } | null = null;

  addBatch({ evalPlace, bytes, starts, end }: CaseBatch): void {
    const cases = parseCases(`[${bytes.toString('utf8')}]`);
    const [first = 0] = starts;
    if (cases?.length !== starts.length) throw new NotIndexable();
    const known = this.#of(evalPlace);
    for (const [at, each] of cases.entries()) {
      const [start, next] = [starts[at] ?? 0, starts[at + 1] ?? end];
      const form = known.writer.add(each, start, next);
      learn(known, bytes.subarray(start - first, next - first), each, form);
    }
  }

  matchCase(evalPlace: number, bytes: Buffer, at: number, filled: number): number {
    const { writer, templates } = this.#of(evalPlace);
    for (let place = 0; place < templates.length; place += 1) {
      const template = templates[place] as CaseTemplate;
      const end = template.match(bytes, at, filled);
      if (end < 0) continue;
      if (writer.isListable(template.form)) return -1;
      if (place > 0) templates.unshift(...templates.splice(place, 1));
      this.#matched = { writer, template };
      return end;
    }
    return -1;
  }

  addMatched(bytes: Buffer, start: number, end: number): void {
    if (this.#matched === null) return;
    const { writer, template } = this.#matched;
    template.writeSearchText(bytes, writer.searchText);
    writer.addKnown(template.form, template.idIn(bytes), start, end);
  }

  #of(evalPlace: number): EvalCases {
    const known = this.#evals.get(evalPlace);
    if (known !== undefined) return known;
    const created = { writer: new ColumnWriter(), templates: [], learned: new Set<number>() };
    this.#evals.set(evalPlace, created);
    this.writers.set(evalPlace, created.writer);
    return created;
  }
}

/** Makes a template of the first case of a form. Cases with quotes differ in more than their names. */
function learn(known: EvalCases, bytes: Buffer, each: CaseReport, form: number): void {
  const { writer, templates, learned } = known;
  if (learned.has(form) || templates.length >= MAX_TEMPLATES) return;
  learned.add(form);
  if (writer.forms.forms[form]?.isQuoted === true) return;
  const text = bytes.subarray(0, bytes.lastIndexOf(CLOSE_OBJECT) + 1);
  const template = CaseTemplate.learn(text, each, form);
  if (template !== null) templates.push(template);
}
