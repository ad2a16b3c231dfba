import { sourceError } from '#platform';
import { langfuseSource } from './langfuse-source.ts';
import { langsmithSource } from './langsmith-source.ts';
import { phoenixSource } from './phoenix-source.ts';
import type { Source } from './source.ts';

/** Every source of traces, by the scheme of its addresses. */
const SOURCES: ReadonlyMap<string, Source> = new Map(
  [langsmithSource, langfuseSource, phoenixSource].map((source) => [source.scheme, source]),
);

/** The source of an address; an unknown kind is a UserError. */
export function findSource(url: string): Source {
  const scheme = url.slice(0, Math.max(0, url.indexOf('://'))).toLowerCase();
  const source = SOURCES.get(scheme);
  if (source !== undefined) return source;
  const names = [...SOURCES.keys(), 'clickhouse', 'postgres']
    .map((name) => `${name}://`)
    .join(', ');
  throw sourceError('SOURCE_URL', url, `there is no source "${scheme}"`, `there are ${names}`);
}
