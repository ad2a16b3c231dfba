import { isJsonObject, type Json, type JsonObject } from '#core';
import type { ApiCaseChange } from '#schema';
import { Problem } from '../http/problem.ts';

/** Far more than a person types about one case. */
const MAX_DRAFT = 256 * 1024;

/** Reads what a page sends to keep of a case. */
export function readChange(body: unknown): ApiCaseChange {
  if (!isJsonObject(body)) throw new Problem(400, 'the body must be an object');
  const { caseHash, guideHash = null, answer = null, draft = null, isSkipped = false } = body;
  if (typeof caseHash !== 'string') throw new Problem(400, 'caseHash says which case was seen');
  if (guideHash !== null && typeof guideHash !== 'string')
    throw new Problem(400, 'guideHash is text or null');
  if (answer !== null && !isJsonObject(answer))
    throw new Problem(400, 'answer is an object or null');
  if (typeof isSkipped !== 'boolean') throw new Problem(400, 'isSkipped is true or false');
  return { caseHash, guideHash, answer, draft: checkDraft(draft), isSkipped };
}

function checkDraft(draft: Json): Json {
  if (draft === null) return null;
  if (!isJsonObject(draft)) throw new Problem(400, 'draft is an object or null');
  if (JSON.stringify(draft).length <= MAX_DRAFT) return draft;
  throw new Problem(413, `a draft has at most ${MAX_DRAFT} characters`);
}

/** The revision of the header If-Match. */
export function seenRevision(request: Request): string {
  const seen = /^"?([0-9a-f]{32})"?$/.exec(request.headers.get('If-Match') ?? '')?.[1];
  if (seen !== undefined) return seen;
  throw new Problem(400, 'the header If-Match must have the revision that was seen');
}

/** The answer as a row of a sheet, with what it was made from. */
export function rowOfChange({ answer, caseHash, guideHash }: ApiCaseChange): JsonObject | null {
  if (answer === null) return null;
  return {
    ...answer,
    case_hash: caseHash,
    ...(guideHash === null ? {} : { guide_hash: guideHash }),
  };
}
