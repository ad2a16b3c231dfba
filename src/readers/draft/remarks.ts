import { asWarning, type Issue, type Place } from '#core';
import { readIssue, type ReadRemark } from '../records/read-codes.ts';

/** How many remarks of a run are listed; the rest are counted. */
const MAX_LISTED = 20;

/** What was odd about a run, though it could be read. */
export class Remarks {
  readonly #listed: { code: ReadRemark; message: string; where: Place }[] = [];
  #hidden = 0;

  add(code: ReadRemark, message: string, where: Place = {}): void {
    if (this.#listed.length < MAX_LISTED) this.#listed.push({ code, message, where });
    else this.#hidden += 1;
  }

  issues(run: Place): Issue[] {
    const issues = this.#listed.map(({ code, message, where }): Issue =>
      asWarning(readIssue(code, message, { where: { ...run, ...where } })),
    );
    const last = issues.at(-1);
    if (this.#hidden > 0 && last !== undefined)
      issues.push({ ...last, message: `${this.#hidden} more problems are not listed`, where: run });
    return issues;
  }
}
