import type { CaseReport } from '#core';

/** What cases have in common that filters and figures look at. A million cases have a few hundred forms. */
export interface CaseForm extends Pick<CaseReport, 'verdict' | 'passing' | 'modes' | 'confused'> {
  /** The model that the run recorded. */
  readonly model?: string;
  /** Whether the report quotes more of the run than where it is. */
  readonly isQuoted: boolean;
}

/** Numbers the forms of cases in the order in which they come. */
export class CaseForms {
  readonly forms: CaseForm[] = [];
  readonly #places = new Map<string, number>();

  add({ verdict, passing, modes, confused, evidence }: CaseReport): number {
    const model = evidence?.model;
    const isQuoted = evidence !== undefined && Object.keys(evidence).length > 1;
    const isPlain = !passing && !modes && !confused && model === undefined;
    const key = isPlain
      ? `${verdict} ${isQuoted}`
      : JSON.stringify([verdict, passing?.k, passing?.n, modes, confused, model, isQuoted]);
    const known = this.#places.get(key);
    if (known !== undefined) return known;
    const place = this.forms.length;
    this.#places.set(key, place);
    this.forms.push({
      verdict,
      ...(passing === undefined ? {} : { passing }),
      ...(modes === undefined ? {} : { modes }),
      ...(confused === undefined ? {} : { confused }),
      ...(model === undefined ? {} : { model }),
      isQuoted,
    });
    return place;
  }
}

/** A case as figures need it: everything but its id and its texts. */
export function lightCase({ verdict, passing, modes, confused, model }: CaseForm): CaseReport {
  return {
    id: '',
    verdict,
    ...(passing === undefined ? {} : { passing }),
    ...(modes === undefined ? {} : { modes }),
    ...(confused === undefined ? {} : { confused }),
    ...(model === undefined ? {} : { evidence: { where: '', model } }),
  };
}
