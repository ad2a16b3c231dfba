import { isJsonObject, type Json } from '#core';
import { objectOf, objectsIn } from '../draft/json-parts.ts';
import {
  type Api,
  ApiClient,
  type ApiContext,
  type ApiRequest,
  readEndpoint,
  requireKey,
  sourceError,
  sourceIssue,
} from '#platform';
import { readTime } from '../draft/read-time.ts';
import { textOf } from '../draft/text-of.ts';
import { langfuseFormat } from '../formats/langfuse/index.ts';
import { type Page, readPages } from './read-pages.ts';
import type { Source } from './source.ts';
import { parseSourceUrl, type SourceQuery } from './source-url.ts';
import { lastStart, type RecordFacts } from './trace-window.ts';

const PAGE_SIZE = '100';

/** The observations of a Langfuse project: `langfuse://project`. */
export const langfuseSource: Source = {
  scheme: 'langfuse',
  title: 'Langfuse',
  format: langfuseFormat,
  async *open(url, context) {
    const query = parseSourceUrl(url, context.now);
    const client = new ApiClient(apiOf(url, context), context);
    await checkProject(client, query.project, url);
    let isOlder = false;
    const read = async (cursor: string | null): Promise<Page> => {
      const answer = await client.send(isOlder ? byNumber(query, cursor) : byCursor(query, cursor));
      // Servers before v4 number their pages.
      if (!answer.ok && answer.status === 404 && cursor === null && !isOlder) {
        isOlder = true;
        return await read(cursor);
      }
      return answer.ok ? toPage(answer.value, url) : answer;
    };
    yield* readPages({ label: url, query, read, describe: describeObservation });
  },
};

function apiOf(label: string, context: ApiContext): Api {
  const publicKey = requireKey(context, ['LANGFUSE_PUBLIC_KEY'], label);
  const secretKey = requireKey(context, ['LANGFUSE_SECRET_KEY'], label);
  const credentials = Buffer.from(`${publicKey}:${secretKey}`, 'utf8').toString('base64');
  const names = ['LANGFUSE_BASE_URL', 'LANGFUSE_HOST', 'LANGFUSE_BASEURL'];
  return {
    title: 'Langfuse',
    endpoint: readEndpoint(
      context,
      names,
      label,
      'https://cloud.langfuse.com',
      /\/api(?:\/public)?$/,
    ),
    label,
    headers: { authorization: `Basic ${credentials}` },
    keyName: 'LANGFUSE_PUBLIC_KEY and LANGFUSE_SECRET_KEY',
    secrets: [secretKey, credentials],
  };
}

/** Keys are for a single project, so another name would measure other traces than requested. */
async function checkProject(client: ApiClient, project: string, label: string): Promise<void> {
  const answer = await client.send({ path: '/api/public/projects' });
  if (!answer.ok) throw sourceError(answer.issue.code, label, answer.issue.message);
  const { data } = objectOf(answer.value);
  const projects = objectsIn(data);
  if (projects.some(({ id, name }) => id === project || name === project)) return;
  const names = projects.flatMap(({ name }) => textOf(name) ?? []).join(', ');
  const hint = names === '' ? undefined : `it is for ${names}`;
  throw sourceError(
    'SOURCE_PROJECT',
    label,
    `this key of Langfuse is not for a project "${project}"`,
    hint,
  );
}

function byCursor(query: SourceQuery, cursor: string | null): ApiRequest {
  return {
    path: '/api/public/v2/observations',
    query: {
      fields: 'core,basic,io,metadata,model,usage,trace_context',
      // What tracers recorded is there, and would be cut to 200 characters.
      expandMetadata: 'attributes',
      fromStartTime: query.since,
      toStartTime: lastStart(query),
      limit: PAGE_SIZE,
      cursor,
    },
  };
}

function byNumber(query: SourceQuery, cursor: string | null): ApiRequest {
  return {
    path: '/api/public/observations',
    query: {
      fromStartTime: query.since,
      toStartTime: lastStart(query),
      limit: PAGE_SIZE,
      page: cursor ?? '1',
    },
  };
}

function toPage(answer: Json, label: string): Page {
  const { data, meta } = objectOf(answer);
  if (!Array.isArray(data))
    return {
      ok: false,
      issue: sourceIssue('SOURCE_FAILED', label, 'Langfuse sent no list of observations'),
    };
  return {
    ok: true,
    items: data,
    next: isJsonObject(meta) ? nextOf(meta.cursor, meta.page, meta.totalPages) : null,
  };
}

function nextOf(
  cursor: Json | undefined,
  page: Json | undefined,
  pages: Json | undefined,
): string | null {
  if (typeof page !== 'number' || typeof pages !== 'number') return textOf(cursor);
  return page < pages ? String(page + 1) : null;
}

function describeObservation(row: Json): RecordFacts | null {
  if (!isJsonObject(row)) return null;
  const traceId = textOf(row.traceId);
  if (traceId === null) return null;
  return {
    traceId,
    isRoot: textOf(row.parentObservationId) === null || row.isRootObservation === true,
    start: readTime(row.startTime) ?? '',
  };
}
