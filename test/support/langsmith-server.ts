import { createHash } from 'node:crypto';
import { type Reply, type Seen, serve } from './loopback.ts';

type Body = Readonly<Record<string, unknown>>;

interface Example {
  readonly id: string;
  readonly dataset_id: string;
  readonly inputs: Record<string, unknown>;
  readonly outputs: Record<string, unknown>;
  readonly metadata: Record<string, unknown>;
  readonly split?: unknown;
}

/** The part of LangSmith that keeps datasets, on loopback. */
export interface LangsmithServer {
  readonly url: string;
  readonly seen: readonly Seen[];
  /** Datasets by name. */
  readonly datasets: Map<string, string>;
  readonly examples: Map<string, Example>;
  /** Experiments, runs and scores by id. */
  readonly sessions: Map<string, Body>;
  readonly runs: Map<string, Body>;
  readonly feedback: Map<string, Body>;
  /** What a request gets instead of its answer; `after` when the request is obeyed all the same. */
  fault: (seen: Seen, count: number) => { readonly reply: Reply; readonly after?: true } | null;
}

export const LANGSMITH_KEY = 'lsv2_right';
const UUID = /^[\da-f]{8}-[\da-f]{4}-[1-8][\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/;

/** Starts a server that answers as LangSmith documents, until the test is over. */
export async function startLangsmith(): Promise<LangsmithServer> {
  const state: Omit<LangsmithServer, 'url' | 'seen'> = {
    datasets: new Map(),
    examples: new Map(),
    sessions: new Map(),
    runs: new Map(),
    feedback: new Map(),
    fault: () => null,
  };
  const { url, seen } = await serve((one, count) => {
    const fault = server.fault(one, count);
    if (fault !== null && fault.after !== true) return fault.reply;
    const reply = answer(server, one);
    return fault?.reply ?? reply;
  });
  const server: LangsmithServer = Object.assign(state, { url, seen });
  return server;
}

function answer(server: LangsmithServer, { method, path, query, headers, body }: Seen): Reply {
  if (headers['x-api-key'] !== LANGSMITH_KEY) return { status: 401, body: { detail: 'no' } };
  switch (`${method} ${path}`) {
    case 'GET /api/v1/datasets': {
      const id = server.datasets.get(query.get('name') ?? '');
      return { body: id === undefined ? [] : [{ id, name: query.get('name') }] };
    }
    case 'POST /api/v1/datasets': {
      const name = String(body?.name);
      if (server.datasets.has(name)) return { status: 409, body: { detail: 'already exists' } };
      const hash = createHash('md5').update(name).digest('hex');
      const id = hash.replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12})$/, '$1-$2-4$3-a$4-$5');
      server.datasets.set(name, id);
      return { body: { id, name, data_type: body?.data_type } };
    }
    case 'GET /api/v1/examples': {
      const from = Number(query.get('offset'));
      const all = [...server.examples.values()].filter(
        (one) => one.dataset_id === query.get('dataset'),
      );
      all.sort((a, b) => (a.id < b.id ? -1 : 1));
      return { body: all.slice(from, from + Number(query.get('limit'))) };
    }
    case 'POST /api/v1/examples/bulk':
      return write(server, body, false);
    case 'PATCH /api/v1/examples/bulk':
      return write(server, body, true);
    case 'GET /api/v1/sessions': {
      const all = [...server.sessions.values()].filter(
        (one) =>
          (query.get('name') ?? one.name) === one.name &&
          (query.get('reference_dataset') ?? one.reference_dataset_id) === one.reference_dataset_id,
      );
      return { body: all.slice(0, Number(query.get('limit') ?? 100)) };
    }
    case 'POST /api/v1/sessions':
      return createSession(server, body as Body);
    case 'POST /api/v1/runs/query': {
      const { session, cursor, limit = 100 } = body as Body;
      const all = [...server.runs.values()].filter((one) =>
        (session as readonly unknown[]).includes(one.session_id),
      );
      const from = Number(cursor ?? 0);
      const next = from + Number(limit) < all.length ? String(from + Number(limit)) : null;
      return { body: { runs: all.slice(from, from + Number(limit)), cursors: { next } } };
    }
    case 'POST /api/v1/runs/batch':
      return createRuns(server, body as Body);
    case 'GET /api/v1/feedback': {
      const runs = query.getAll('run');
      const all = [...server.feedback.values()].filter((one) => runs.includes(textOf(one.run_id)));
      const from = Number(query.get('offset') ?? 0);
      return { body: all.slice(from, from + Number(query.get('limit') ?? 100)) };
    }
    case 'POST /api/v1/feedback':
      return createFeedback(server, body as Body);
    case `PATCH /api/v1/sessions/${path.split('/').at(-1)}`: {
      const session = server.sessions.get(String(path.split('/').at(-1)));
      if (session === undefined || !isTime(body?.end_time)) return { status: 422, body: {} };
      server.sessions.set(textOf(session.id), { ...session, end_time: body?.end_time });
      return { body: {} };
    }
    default:
      return { status: 404, body: { detail: 'Not Found' } };
  }
}

/** All of them or none. */
function write(server: LangsmithServer, body: unknown, isUpdate: boolean): Reply {
  const given = body as readonly Example[];
  const isWhole = (one: Example): boolean =>
    UUID.test(one.id) && [one.inputs, one.outputs].every((map) => typeof map === 'object');
  if (!Array.isArray(body) || !given.every(isWhole)) return { status: 422, body: { detail: [] } };
  if (given.some((one) => server.examples.has(one.id) !== isUpdate))
    return { status: isUpdate ? 404 : 409, body: { detail: 'already exists' } };
  for (const { split = ['base'], ...one } of given)
    server.examples.set(one.id, { ...one, metadata: { ...one.metadata, dataset_split: split } });
  return { body: isUpdate ? { count: given.length } : given };
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

function isTime(value: unknown): boolean {
  return typeof value === 'string' && !Number.isNaN(Date.parse(value));
}

function isMap(value: unknown): boolean {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

const invalid = (what: string): Reply => ({ status: 422, body: { detail: [{ msg: what }] } });

function createSession(server: LangsmithServer, body: Body): Reply {
  const hash = createHash('md5').update(textOf(body.name)).digest('hex');
  const id = body.id ?? hash.replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12})$/, '$1-$2-4$3-a$4-$5');
  if (typeof body.name !== 'string' || !UUID.test(textOf(id))) return invalid('name, id');
  const dataset = body.reference_dataset_id;
  if (dataset !== undefined && ![...server.datasets.values()].includes(textOf(dataset)))
    return invalid('reference_dataset_id');
  if ([...server.sessions.values()].some(({ name }) => name === body.name))
    return { status: 409, body: { detail: 'already exists' } };
  server.sessions.set(textOf(id), { ...body, id });
  return { body: { ...body, id } };
}

/** Roots only: their trace is their own, and its order begins with their time. */
function createRuns(server: LangsmithServer, { post }: Body): Reply {
  if (!Array.isArray(post)) return invalid('post');
  for (const run of post as readonly Body[]) {
    const order = /^\d{8}T\d{12}Z(.+)$/.exec(textOf(run.dotted_order))?.[1];
    if (!UUID.test(textOf(run.id)) || run.trace_id !== run.id || order !== run.id)
      return invalid('id, trace_id, dotted_order');
    if (!isTime(run.start_time) || !isTime(run.end_time)) return invalid('start_time, end_time');
    if (!isMap(run.inputs) || !isMap(run.outputs)) return invalid('inputs, outputs');
    if (!['chain', 'llm', 'tool'].includes(textOf(run.run_type))) return invalid('run_type');
    if (!server.sessions.has(textOf(run.session_id))) return invalid('session_id');
    if (!server.examples.has(textOf(run.reference_example_id)))
      return invalid('reference_example_id');
  }
  for (const run of post as readonly Body[]) {
    if (server.runs.has(textOf(run.id))) return { status: 409, body: { detail: 'exists' } };
    server.runs.set(textOf(run.id), run);
  }
  return { status: 202, body: {} };
}

function createFeedback(server: LangsmithServer, body: Body): Reply {
  if (!UUID.test(textOf(body.id)) || !server.runs.has(textOf(body.run_id)))
    return invalid('run_id');
  if (!server.sessions.has(textOf(body.session_id))) return invalid('session_id');
  if (typeof body.key !== 'string' || typeof body.score !== 'number') return invalid('key, score');
  if ((body.feedback_source as Body | undefined)?.type !== 'api') return invalid('feedback_source');
  if (server.feedback.has(textOf(body.id))) return { status: 409, body: { detail: 'exists' } };
  server.feedback.set(textOf(body.id), body);
  return { body };
}
