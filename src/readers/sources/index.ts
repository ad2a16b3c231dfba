import { langfuseSource } from './langfuse-source.ts';
import { langsmithSource } from './langsmith-source.ts';
import { phoenixSource } from './phoenix-source.ts';
import type { Source } from './source.ts';
import { sourceError } from './source-issue.ts';
import { schemeOf } from './source-url.ts';

/** Every source of traces, by the scheme of its addresses. */
const SOURCES: ReadonlyMap<string, Source> = new Map(
  [langsmithSource, langfuseSource, phoenixSource].map((source) => [source.scheme, source]),
);

/** The source that an address names; null for the path of a file. An address of an unknown kind is a UserError. */
export function findSource(path: string): Source | null {
  const scheme = schemeOf(path);
  if (scheme === null) return null;
  const source = SOURCES.get(scheme);
  if (source !== undefined) return source;
  const known = [...SOURCES.keys()].map((one) => `${one}://`).join(', ');
  throw sourceError('SOURCE_URL', path, `there is no source "${scheme}"`, `there are ${known}`);
}
