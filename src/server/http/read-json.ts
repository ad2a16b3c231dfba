import { parseJson } from '#core';
import { Problem } from './problem.ts';
import { readLimited } from './read-limited.ts';

const MAX_BODY_BYTES = 1024 * 1024;

/** The JSON in the body of a request. */
export async function readJson(request: Request): Promise<unknown> {
  const type = request.headers.get('Content-Type') ?? '';
  if (!/^application\/json\s*(?:;|$)/i.test(type))
    throw new Problem(415, 'the body must have the content type application/json');
  const parsed = parseJson((await readLimited(request, MAX_BODY_BYTES)).toString('utf8'));
  if (!parsed.ok) throw new Problem(400, `the body is not JSON: ${parsed.message}`);
  return parsed.value;
}
