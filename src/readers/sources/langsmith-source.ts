import { isJsonObject, type Json, type JsonObject } from '#core';
import { listOf } from '../draft/json-parts.ts';
import { type ApiAnswer, ApiClient, langsmithApi, sourceError, sourceIssue } from '#platform';
import { readTime } from '../draft/read-time.ts';
import { textOf } from '../draft/text-of.ts';
import { langsmithFormat } from '../formats/langsmith/index.ts';
import { type Page, readPages } from './read-pages.ts';
import type { Source } from './source.ts';
import { parseSourceUrl, type SourceQuery } from './source-url.ts';
import { lastStart, type RecordFacts } from './trace-window.ts';

const PAGE_SIZE = 100;

/** The runs of a LangSmith project: `langsmith://project`. */
export const langsmithSource: Source = {
  scheme: 'langsmith',
  title: 'LangSmith',
  format: langsmithFormat,
  async *open(url, context) {
    const query = parseSourceUrl(url, context.now);
    const client = new ApiClient(langsmithApi(url, context), context);
    const project = await findProject(client, query.project, url);
    let version: QueryVersion = V2;
    const read = async (cursor: string | null): Promise<Page> => {
      const answer = await client.send({
        path: version.path,
        body: version.body(project, query, cursor),
      });
      // Deployments before 0.16 have the older query only.
      if (cursor === null && version === V2 && isUnknown(answer)) {
        version = V1;
        return await read(cursor);
      }
      return toPage(answer, version, url);
    };
    yield* readPages({ label: url, query, read, describe: describeRun });
  },
};

/** Runs are queried by the id of their project. */
async function findProject(client: ApiClient, project: string, label: string): Promise<string> {
  if (/^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i.test(project)) return project;
  const answer = await client.send({
    path: '/api/v1/sessions',
    query: { name: project, limit: '1' },
  });
  if (!answer.ok) throw sourceError(answer.issue.code, label, answer.issue.message);
  const [session] = listOf(answer.value);
  const id = isJsonObject(session) && session.name === project ? textOf(session.id) : null;
  if (id === null)
    throw sourceError(
      'SOURCE_PROJECT',
      label,
      `LangSmith has no project "${project}" for this key`,
    );
  return id;
}

/** One of the two versions of the query for runs. */
interface QueryVersion {
  readonly path: string;
  body(project: string, query: SourceQuery, cursor: string | null): JsonObject;
  items(answer: JsonObject): Json | undefined;
  next(answer: JsonObject): Json | undefined;
}

const FIELDS = [
  'id',
  'name',
  'run_type',
  'status',
  'start_time',
  'end_time',
  'error',
  'extra',
  'inputs',
  'outputs',
  'parent_run_ids',
  'trace_id',
  'dotted_order',
  'reference_example_id',
  'total_tokens',
  'prompt_tokens',
  'completion_tokens',
  'total_cost',
  'prompt_cost',
  'completion_cost',
  'tags',
];

const V2: QueryVersion = {
  path: '/api/v2/runs/query',
  body: (project, query, cursor) => ({
    project_ids: [project],
    // Left out it would be yesterday.
    min_start_time: query.since ?? '1971-01-01T00:00:00.000Z',
    ...optional('max_start_time', lastStart(query)),
    selects: [...FIELDS, 'metadata', 'thread_id'].map((field) => field.toUpperCase()),
    page_size: PAGE_SIZE,
    ...optional('cursor', cursor),
  }),
  items: (answer) => answer.items,
  next: (answer) => answer.next_cursor,
};

const V1: QueryVersion = {
  path: '/api/v1/runs/query',
  body: (project, query, cursor) => {
    const end = lastStart(query);
    return {
      session: [project],
      ...optional('start_time', query.since),
      ...optional('filter', end === null ? null : `lt(start_time, "${end}")`),
      select: [...FIELDS, 'parent_run_id'],
      limit: PAGE_SIZE,
      ...optional('cursor', cursor),
    };
  },
  items: (answer) => answer.runs,
  next: (answer) => (isJsonObject(answer.cursors) ? answer.cursors.next : null),
};

function optional(key: string, value: string | null): JsonObject {
  return value === null ? {} : { [key]: value };
}

function isUnknown(answer: ApiAnswer): boolean {
  return !answer.ok && (answer.status === 404 || answer.status === 405 || answer.status === 501);
}

function toPage(answer: ApiAnswer, version: QueryVersion, label: string): Page {
  if (!answer.ok) return answer;
  const items = isJsonObject(answer.value) ? version.items(answer.value) : undefined;
  if (!isJsonObject(answer.value) || !Array.isArray(items))
    return {
      ok: false,
      issue: sourceIssue('SOURCE_FAILED', label, 'LangSmith sent no list of runs'),
    };
  return { ok: true, items, next: textOf(version.next(answer.value)) };
}

function describeRun(run: Json): RecordFacts | null {
  if (!isJsonObject(run)) return null;
  const traceId = textOf(run.trace_id);
  if (traceId === null) return null;
  return { traceId, isRoot: run.id === traceId, start: readTime(run.start_time) ?? '' };
}
