import type { CaseList, CaseReport, EvalReport, RunEvidence, UsageColumns } from '#core';
import { VERDICTS } from './verdicts.ts';

/** What is quoted of a case besides where it is. */
type Quotes = Omit<RunEvidence, 'where'>;

/**
 * The cases of an eval by column. A page lists and filters 100,000 cases by these without making an object for each;
 * columns that no case has are absent.
 */
export interface CaseColumns {
  readonly ids: readonly string[];
  /** A digit for each case: the place of its verdict in `VERDICTS`. */
  readonly verdicts: string;
  readonly passing?: readonly (CaseReport['passing'] | null)[];
  readonly weights?: readonly (number | null)[];
  readonly modes?: readonly (CaseReport['modes'] | null)[];
  readonly confused?: readonly (CaseReport['confused'] | null)[];
  readonly wheres?: readonly (string | null)[];
  readonly quotes?: readonly (Quotes | null)[];
  readonly usage?: UsageColumns;
}

/** The columns of the cases of an eval. */
export function toCaseColumns({
  cases,
  caseUsage,
}: Pick<EvalReport, 'cases' | 'caseUsage'>): CaseColumns {
  const wheres = cases.map(({ evidence }) => evidence?.where ?? null);
  const quotes = cases.map(({ evidence }): Quotes | null => {
    if (evidence === undefined) return null;
    const { where: _where, ...rest } = evidence;
    return Object.keys(rest).length === 0 ? null : rest;
  });
  const passing = cases.map((caseReport) => caseReport.passing ?? null);
  const weights = cases.map((caseReport) => caseReport.weight ?? null);
  const modes = cases.map((caseReport) => caseReport.modes ?? null);
  const confused = cases.map((caseReport) => caseReport.confused ?? null);
  return {
    ids: cases.map(({ id }) => id),
    verdicts: cases.map(({ verdict }) => VERDICTS.indexOf(verdict)).join(''),
    ...(passing.every(isNull) ? {} : { passing }),
    ...(weights.every(isNull) ? {} : { weights }),
    ...(modes.every(isNull) ? {} : { modes }),
    ...(confused.every(isNull) ? {} : { confused }),
    ...(wheres.every(isNull) ? {} : { wheres }),
    ...(quotes.every(isNull) ? {} : { quotes }),
    ...(caseUsage === undefined ? {} : { usage: caseUsage }),
  };
}

function isNull(value: unknown): value is null {
  return value === null;
}

/** The case at a place. */
export function caseAt(columns: CaseColumns, place: number): CaseReport {
  const passing = columns.passing?.[place] ?? null;
  const weight = columns.weights?.[place] ?? null;
  const modes = columns.modes?.[place] ?? null;
  const confused = columns.confused?.[place] ?? null;
  const where = columns.wheres?.[place] ?? null;
  return {
    id: columns.ids[place] ?? '',
    verdict: VERDICTS[Number(columns.verdicts[place])] ?? 'error',
    ...(passing === null ? {} : { passing }),
    ...(weight === null ? {} : { weight }),
    ...(modes === null ? {} : { modes }),
    ...(confused === null ? {} : { confused }),
    ...(where === null ? {} : { evidence: { where, ...columns.quotes?.[place] } }),
  };
}

/** The cases of columns, as a list. */
export function columnCases(columns: CaseColumns): CaseList {
  const { ids, verdicts, wheres, quotes } = columns;
  return {
    count: ids.length,
    idAt: (place) => ids[place] ?? '',
    verdictAt: (place) => VERDICTS[Number(verdicts[place])] ?? 'error',
    at: (place) => caseAt(columns, place),
    quoteAt: (place) => [wheres?.[place] ?? '', quotes?.[place] ?? null],
  };
}
