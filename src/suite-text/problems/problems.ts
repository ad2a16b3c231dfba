import { type Issue, severityOf } from '#core';
import type { Path } from '#schema';
import { PROBLEM_CODES, type SuiteCode } from '../codes.ts';
import type { SourceText } from './source-text.ts';

/** A stretch of the text of a suite. */
export interface Span {
  readonly offset: number;
  readonly length: number;
}

/** What to do about it; as a function where finding it takes time, so that it is only sought for what is shown. */
export type Hint = string | undefined | (() => string | undefined);

/** Something wrong in a suite, before it is known where in the text its path is. */
export interface Problem {
  /** One of the suite, or that of a file which the suite names. */
  readonly code: Issue['code'];
  readonly severity: Issue['severity'];
  readonly message: string;
  readonly hint?: Hint;
  readonly at: ProblemPlace;
}

/** A stretch of text, a parse event, or the path of a value (or of the key it is under). */
export type ProblemPlace =
  | Span
  | { readonly event: number }
  | { readonly path: Path; readonly on: 'key' | 'value' };

/** More are not read, and a hostile file can hold a fault in every other byte. */
const KEPT = 10_000;
const SHOWN = 1000;
const WARNINGS = 100;

/** What is wrong with a suite, collected on the way. */
export class Problems {
  readonly list: Problem[] = [];
  #errors = 0;
  #warnings = 0;

  /** How many of them are errors. */
  get errors(): number {
    return this.#errors;
  }

  /** Adds a problem as serious as its code is. */
  add(problem: Omit<Problem, 'severity'> & { readonly code: SuiteCode }): void {
    this.#add({ ...problem, severity: severityOf(PROBLEM_CODES, problem.code) });
  }

  #add(problem: Problem): void {
    if (problem.severity === 'error') {
      if (++this.#errors <= KEPT) this.list.push(problem);
    } else if (++this.#warnings <= WARNINGS) this.list.push(problem);
    else if (this.#warnings === WARNINGS + 1) {
      const message = `there are more warnings; these are the first ${WARNINGS}`;
      this.list.push({ ...problem, code: 'SUITE_MORE', message, hint: undefined });
    }
  }

  /** The value at a path is wrong. */
  error(code: SuiteCode, path: Path, message: string, hint?: Hint): void {
    this.add({ code, message, hint, at: { path, on: 'value' } });
  }

  /** The key at a path is wrong. */
  keyError(code: SuiteCode, path: Path, message: string, hint?: Hint): void {
    this.add({ code, message, hint, at: { path, on: 'key' } });
  }

  /** What another file says of itself is a problem of the value that names it. */
  adopt({ code, message }: Pick<Issue, 'code' | 'message'>, path: Path): void {
    this.#add({ code, severity: 'error', message, at: { path, on: 'value' } });
  }

  /** The value at a path is odd, and nothing changes by it. */
  warn(code: SuiteCode, path: Path, message: string, hint?: Hint): void {
    this.#add({ code, severity: 'warning', message, hint, at: { path, on: 'value' } });
  }
}

/** An issue, and the path of the value or key that it is about; null where it is about the text. */
export interface PlacedIssue {
  readonly issue: Issue;
  readonly path: Path | null;
}

/** The problems as issues in the order of the text. */
export function toIssues(...parts: Parameters<typeof placeIssues>): readonly Issue[] {
  return placeIssues(...parts).map(({ issue }) => issue);
}

/**
 * The problems as issues with their paths in the order of the text. The first `structural` of them are those of the text and the
 * schema; what was only found because a value was already faulty is left out.
 */
export function placeIssues(
  problems: readonly Problem[],
  structural: number,
  source: SourceText,
  locate: (place: ProblemPlace) => Span,
): readonly PlacedIssue[] {
  const faulty = new Set(problems.slice(0, structural).flatMap(pathsAbove));
  const seen = new Set<string>();
  const unread = new Set<number>();
  const placed: Placed[] = [];
  problems.forEach((problem, index) => {
    const { at } = problem;
    if (index >= structural && 'path' in at && faulty.has(JSON.stringify(at.path))) return;
    const span = locate(at);
    const place = `${span.offset} ${problem.code} ${problem.message}`;
    if (seen.has(place) || ('path' in at && unread.has(span.offset))) return;
    seen.add(place);
    if ('event' in at) unread.add(span.offset);
    placed.push({ span, problem });
  });
  placed.sort((a, b) => a.span.offset - b.span.offset);
  const issues = placed.slice(0, SHOWN).map((problem) => toIssue(problem, source));
  const next = placed[SHOWN];
  if (next === undefined) return issues;
  const message = `there is more; these are the first ${SHOWN}`;
  const severity = severityOf(PROBLEM_CODES, 'SUITE_MORE');
  const rest: Problem = { code: 'SUITE_MORE', severity, message, at: next.span };
  return [...issues, toIssue({ span: next.span, problem: rest }, source)];
}

interface Placed {
  readonly span: Span;
  readonly problem: Problem;
}

/** The path of a problem and of everything above it, as texts. */
function pathsAbove({ at }: Problem): readonly string[] {
  if (!('path' in at)) return [];
  return at.path.map((_, index) => JSON.stringify(at.path.slice(0, index + 1)));
}

function toIssue({ span, problem }: Placed, source: SourceText): PlacedIssue {
  const { code, severity, message } = problem;
  const hint = typeof problem.hint === 'function' ? problem.hint() : problem.hint;
  const where = source.placeOf(span.offset);
  const excerpt = source.excerptOf(span.offset, span.length);
  return {
    issue: { code, severity, message, where, ...(hint === undefined ? {} : { hint }), excerpt },
    path: 'path' in problem.at ? problem.at.path : null,
  };
}
