import { createHash } from 'node:crypto';
import { type Reply, type Seen, serve } from './loopback.ts';

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
