import { readFileSync } from 'node:fs';
import { changeOrigin } from './change-origin.mjs';
import { requestAll } from './github.mjs';
import { warn } from './warn.mjs';

function readEvent() {
  return JSON.parse(readFileSync(process.env.GITHUB_EVENT_PATH, 'utf8'));
}

/** The pull request that this job is for and may comment on; null when there is none. */
export function findOwnPullRequest() {
  const { pull_request: request } = readEvent();
  if (request === undefined) return null;
  const { kind, reason } = changeOrigin(process.env);
  if (kind !== 'own' && process.env.GITHUB_EVENT_NAME === 'pull_request') {
    warn(`no comment: ${reason}, and its jobs may not write one (see docs/ci.md)`);
    return null;
  }
  return request.number;
}

/**
 * The open pull requests that the job before this one measured. They are found by what GitHub says of that job, never by what the
 * job left behind; one that has moved on since is left out, because the report is not about what it now contains.
 */
export async function findMeasuredPullRequests() {
  const { workflow_run: measured } = readEvent();
  if (measured === undefined) throw new Error('`report` is for jobs that run on: workflow_run');
  const head = `${measured.head_repository.owner.login}:${measured.head_branch}`;
  const numbers = [];
  for await (const request of requestAll(`/pulls?state=open&head=${encodeURIComponent(head)}`)) {
    if (request.head.sha === measured.head_sha) numbers.push(request.number);
  }
  if (numbers.length === 0)
    warn('no comment: no open pull request is at the commit that was measured');
  return numbers;
}
