import { isJsonObject, type Json } from '#core';
import { objectOf } from '../draft/json-parts.ts';
import {
  type Api,
  ApiClient,
  type ApiContext,
  readEndpoint,
  readKey,
  sourceError,
  sourceIssue,
} from '#platform';
import { readTime } from '../draft/read-time.ts';
import { textOf } from '../draft/text-of.ts';
import { openInferenceFormat } from '../formats/openinference/index.ts';
import { type Page, readPages } from './read-pages.ts';
import type { Source } from './source.ts';
import { parseSourceUrl } from './source-url.ts';
import { lastStart, type RecordFacts } from './trace-window.ts';

/** The spans of a Phoenix project: `phoenix://project`. */
export const phoenixSource: Source = {
  scheme: 'phoenix',
  title: 'Phoenix',
  format: openInferenceFormat,
  async *open(url, context) {
    const query = parseSourceUrl(url, context.now);
    const client = new ApiClient(apiOf(url, context), context);
    const path = `/v1/projects/${encodeURIComponent(query.project)}/spans`;
    const read = async (cursor: string | null): Promise<Page> => {
      const answer = await client.send({
        path,
        query: {
          start_time: query.since,
          end_time: lastStart(query),
          // Servers that cannot sort ignore it, and list by when a span came in.
          sort: 'start_time',
          order: 'desc',
          limit: '100',
          cursor,
        },
      });
      if (!answer.ok && answer.status === 404)
        throw sourceError('SOURCE_PROJECT', url, `Phoenix has no project "${query.project}"`);
      return answer.ok ? toPage(answer.value, url) : answer;
    };
    yield* readPages({ label: url, query, read, describe: describeSpan });
  },
};

/** A self-hosted server needs no key. */
function apiOf(label: string, context: ApiContext): Api {
  const key = readKey(context, ['PHOENIX_API_KEY'], label);
  const names = ['PHOENIX_COLLECTOR_ENDPOINT', 'PHOENIX_HOST'];
  return {
    title: 'Phoenix',
    endpoint: readEndpoint(context, names, label, 'http://localhost:6006', /\/v1(?:\/traces)?$/),
    label,
    headers: key === null ? {} : { authorization: `Bearer ${key}` },
    keyName: 'PHOENIX_API_KEY',
    secrets: key === null ? [] : [key],
  };
}

function toPage(answer: Json, label: string): Page {
  const { data, next_cursor: next } = objectOf(answer);
  if (!Array.isArray(data))
    return {
      ok: false,
      issue: sourceIssue('SOURCE_FAILED', label, 'Phoenix sent no list of spans'),
    };
  return { ok: true, items: data, next: textOf(next) };
}

function describeSpan(span: Json): RecordFacts | null {
  if (!isJsonObject(span) || !isJsonObject(span.context)) return null;
  const traceId = textOf(span.context.trace_id);
  if (traceId === null) return null;
  return {
    traceId,
    isRoot: textOf(span.parent_id) === null,
    start: readTime(span.start_time) ?? '',
  };
}
