import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

interface Comment {
  readonly id: number;
  readonly user: { readonly login: string } | null;
  body: string;
}

/** The part of GitHub that the action talks to, on loopback. */
export interface GitHubServer {
  readonly url: string;
  /** Comments by pull request. */
  readonly comments: Map<number, Comment[]>;
  /** Open pull requests by the head they are asked for. */
  readonly pulls: Map<string, { number: number; head: { sha: string } }[]>;
  /** What was asked, as `METHOD /path?query token`. */
  readonly asked: string[];
  /** Answers of this method with this status instead. */
  refuse: { readonly method: string; readonly status: number } | null;
  close(): Promise<void>;
}

const PREFIX = '/repos/acme/shop';

/** Starts a server that answers as GitHub does, in pages. */
export async function startGitHub(): Promise<GitHubServer> {
  const state: Omit<GitHubServer, 'url' | 'close'> = {
    comments: new Map(),
    pulls: new Map(),
    asked: [],
    refuse: null,
  };
  const server = createServer((request, response) => {
    let text = '';
    request.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
    request.on('end', () => {
      const { method = '', url = '', headers } = request;
      state.asked.push(`${method} ${url.slice(PREFIX.length)} ${headers.authorization}`);
      const [status, body] =
        state.refuse?.method === method
          ? [state.refuse.status, { message: 'refused' }]
          : answer(state, method, new URL(url, 'http://x'), text);
      response.writeHead(status, { 'content-type': 'application/json' });
      response.end(JSON.stringify(body));
    });
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const { port } = server.address() as AddressInfo;
  return Object.assign(state, {
    url: `http://127.0.0.1:${port}`,
    close: () => new Promise<void>((done) => server.close(() => done())),
  });
}

const MISSING: [number, unknown] = [404, { message: 'Not Found' }];

function answer(
  { comments, pulls }: Pick<GitHubServer, 'comments' | 'pulls'>,
  method: string,
  { pathname, searchParams }: URL,
  text: string,
): [number, unknown] {
  const path = pathname.slice(PREFIX.length);
  const size = Number(searchParams.get('per_page') ?? 30);
  const from = (Number(searchParams.get('page') ?? 1) - 1) * size;
  if (method === 'GET' && path === '/pulls')
    return [200, (pulls.get(searchParams.get('head') ?? '') ?? []).slice(from, from + size)];
  const list = comments.get(Number(/^\/issues\/(\d+)\/comments$/.exec(path)?.[1]));
  if (method === 'GET' && list !== undefined) return [200, list.slice(from, from + size)];
  const { body } = text === '' ? { body: '' } : (JSON.parse(text) as { body: string });
  if (method === 'POST' && list !== undefined) {
    list.push({ id: 1000 + list.length, user: { login: 'github-actions[bot]' }, body });
    return [201, list.at(-1)];
  }
  const id = Number(/^\/issues\/comments\/(\d+)$/.exec(path)?.[1]);
  const comment = [...comments.values()].flat().find((each) => each.id === id);
  if (method !== 'PATCH' || comment === undefined) return MISSING;
  comment.body = body;
  return [200, comment];
}
