const PAGE = 100;
const MAX_PAGES = 100;
const DEADLINE_MS = 30_000;

/** An answer of GitHub that is not the wanted one. */
export class GitHubError extends Error {
  constructor(status, message) {
    super(message);
    this.status = status;
  }
}

const HINTS = new Map([
  [401, 'the token is not valid'],
  [403, 'the token may not do this; the job needs permissions: pull-requests: write'],
  [404, 'there is no such thing, or the token may not see it'],
]);

/** Asks the REST interface of GitHub; `path` begins with a slash, below the repository. */
export async function request(method, path, body) {
  const { GITHUB_API_URL, GITHUB_REPOSITORY, WHICHTOOL_TOKEN } = process.env;
  const url = `${GITHUB_API_URL || 'https://api.github.com'}/repos/${GITHUB_REPOSITORY}${path}`;
  const answer = await fetch(url, {
    method,
    headers: {
      accept: 'application/vnd.github+json',
      authorization: `Bearer ${WHICHTOOL_TOKEN}`,
      'content-type': 'application/json',
      'user-agent': 'whichtool-action',
      'x-github-api-version': '2022-11-28',
    },
    // A redirect could take the token elsewhere.
    redirect: 'error',
    signal: AbortSignal.timeout(DEADLINE_MS),
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  if (answer.ok) return await answer.json();
  await answer.body?.cancel();
  const hint = HINTS.get(answer.status);
  const reason = `GitHub answered ${answer.status} to ${method} ${path.replace(/\?.*/, '')}`;
  throw new GitHubError(answer.status, hint === undefined ? reason : `${reason}: ${hint}`);
}

/** All items of a list that comes in pages. */
export async function* requestAll(path) {
  const separator = path.includes('?') ? '&' : '?';
  for (let page = 1; page <= MAX_PAGES; page++) {
    const items = await request('GET', `${path}${separator}per_page=${PAGE}&page=${page}`);
    yield* items;
    if (items.length < PAGE) return;
  }
}
