import { agreementOf } from '#core';
import type { ApiAgreement, ApiClause, ApiConfusedPair, ApiReviewerPair } from '#schema';
import type { SampleFolder } from '../sampling/sample-folder.ts';
import { answerKey, categoryOf } from './answer.ts';
import type { LabelBook } from './label-book.ts';
import type { LabelRecord } from './label-record.ts';
import { measureAgreement } from './label-status.ts';

/** How many cases of a clause are named. */
const MAX_EXAMPLES = 20;

/** A case that several people answered. */
interface SharedCase {
  readonly id: string;
  readonly reviews: readonly LabelRecord[];
  readonly isDisputed: boolean;
}

/** How far reviewers agree, where they differ, and by which clause of the guide. */
export function describeAgreement(sample: SampleFolder, book: LabelBook): ApiAgreement {
  const shared = [...sample.cases.keys()].flatMap((id): SharedCase[] => {
    const reviews = book.reviewsOf(id);
    const keys = new Set(reviews.map(({ answer }) => answerKey(answer, book.task)));
    return reviews.length < 2 ? [] : [{ id, reviews, isDisputed: keys.size > 1 }];
  });
  return {
    task: book.task,
    ...measureAgreement(sample, book),
    confusion: confusedPairs(shared, book),
    reviewers: reviewerPairs(shared, book),
    clauses: clausesOf(shared),
    disputed: disputedTools(shared, book),
  };
}

/** Every pair of reviews of a case. */
function pairsOf(
  reviews: readonly LabelRecord[],
): readonly (readonly [LabelRecord, LabelRecord])[] {
  return reviews.flatMap((a, i) => reviews.slice(i + 1).map((b) => [a, b] as const));
}

function confusedPairs(shared: readonly SharedCase[], book: LabelBook): readonly ApiConfusedPair[] {
  const counts = new Map<string, ApiConfusedPair>();
  for (const { reviews } of shared)
    for (const pair of pairsOf(reviews)) {
      const [first = '', second = ''] = pair
        .map(({ answer }) => categoryOf(answer, book.task))
        .sort((a, b) => (a < b ? -1 : 1));
      const key = JSON.stringify([first, second]);
      counts.set(key, { first, second, cases: (counts.get(key)?.cases ?? 0) + 1 });
    }
  return [...counts.values()].sort((a, b) => b.cases - a.cases || (a.first < b.first ? -1 : 1));
}

function reviewerPairs(shared: readonly SharedCase[], book: LabelBook): readonly ApiReviewerPair[] {
  const pairs = new Map<string, [string, string][]>();
  for (const { reviews } of shared)
    for (const [a, b] of pairsOf(reviews)) {
      const key = `${a.reviewer} ${b.reviewer}`;
      const said: [string, string] = [
        categoryOf(a.answer, book.task),
        categoryOf(b.answer, book.task),
      ];
      const known = pairs.get(key);
      if (known === undefined) pairs.set(key, [said]);
      else known.push(said);
    }
  return [...pairs].map(([key, said]) => {
    const [first = '', second = ''] = key.split(' ');
    return { reviewers: [first, second], agreement: agreementOf(said) };
  });
}

/** A clause is read differently where its cases are disputed, or where others decide the same case by another one. */
function clausesOf(shared: readonly SharedCase[]): readonly ApiClause[] {
  const clauses = new Map<string, ApiClause>();
  for (const { id, reviews, isDisputed } of shared) {
    const named = new Set(reviews.flatMap(({ answer }) => clauseOf(answer.clause)));
    for (const clause of named) {
      const known = clauses.get(clause) ?? {
        clause,
        cases: 0,
        differ: 0,
        otherClause: 0,
        examples: [],
      };
      const isOdd = isDisputed || named.size > 1;
      clauses.set(clause, {
        clause,
        cases: known.cases + 1,
        differ: known.differ + Number(isDisputed),
        otherClause: known.otherClause + Number(named.size > 1),
        examples: isOdd ? [...known.examples, id].slice(0, MAX_EXAMPLES) : known.examples,
      });
    }
  }
  return [...clauses.values()].sort(
    (a, b) =>
      b.differ - a.differ || b.otherClause - a.otherClause || (a.clause < b.clause ? -1 : 1),
  );
}

function clauseOf(clause: unknown): readonly string[] {
  return typeof clause === 'string' && clause.trim() !== '' ? [clause.trim()] : [];
}

function disputedTools(shared: readonly SharedCase[], book: LabelBook): ApiAgreement['disputed'] {
  const tools = new Map<string, ApiAgreement['disputed'][number]>();
  for (const { id, reviews, isDisputed } of shared) {
    if (!isDisputed) continue;
    for (const category of new Set(reviews.map(({ answer }) => categoryOf(answer, book.task)))) {
      const cases = tools.get(category)?.cases ?? [];
      const entry = { id, state: book.settle(id).state };
      tools.set(category, { category, cases: [...cases, entry] });
    }
  }
  return [...tools.values()].sort(
    (a, b) => b.cases.length - a.cases.length || (a.category < b.category ? -1 : 1),
  );
}
