import { GitHubError, request, requestAll } from './github.mjs';

/** Makes a comment of a report in Markdown; without one it says that nothing was measured, or an old verdict would stay. */
export function composeComment(markdown, code) {
  const { GITHUB_SERVER_URL, GITHUB_REPOSITORY, GITHUB_RUN_ID } = process.env;
  const text = markdown ?? `whichtool could not measure this change (exit code ${code}).\n`;
  const log = `${GITHUB_SERVER_URL}/${GITHUB_REPOSITORY}/actions/runs/${GITHUB_RUN_ID}`;
  return `${marker()}\n${text}\n[log and report](${log})\n`;
}

/** Hidden in the first line of a comment: by it the comment is found again. */
function marker() {
  const key = (process.env.WHICHTOOL_COMMENT_KEY ?? '').replaceAll(/[^\w.]+/g, '-');
  return `<!-- whichtool comment: ${key} -->`;
}

/** Writes the comment of a pull request: over the one from before, or a new one. */
export async function upsertComment(number, body) {
  const before = await findComment(number);
  if (before !== null) {
    try {
      await request('PATCH', `/issues/comments/${before}`, { body });
      return;
    } catch (error) {
      // It was removed after it was found.
      if (!(error instanceof GitHubError) || error.status !== 404) throw error;
    }
  }
  await request('POST', `/issues/${number}/comments`, { body });
}

/** The marker can be copied, so the author must match, too: comments of other people are never overwritten. */
async function findComment(number) {
  for await (const { id, body, user } of requestAll(`/issues/${number}/comments`)) {
    const ours = user?.login === process.env.WHICHTOOL_COMMENT_AUTHOR;
    if (ours && body?.startsWith(marker())) return id;
  }
  return null;
}
