// Where the change that CI builds comes from. Shared by the action and by the command, which bundles this file.
import { readFileSync } from 'node:fs';

/** The events of GitHub that are about a pull request, or about a job that may have been for one. */
const PULL_REQUEST_EVENTS = new Set([
  'pull_request',
  'pull_request_target',
  'pull_request_review',
  'pull_request_review_comment',
  'workflow_run',
]);

/**
 * The origin of the change by the environment of CI: `own` for a branch of the repository itself and for all that is not
 * a pull or merge request, `fork` for another repository, and `unknown` for a pull or merge request whose repository
 * cannot be determined.
 */
export function changeOrigin(environment) {
  for (const system of [gitHub, gitLab, azure, bitbucket, jenkins, buildkite, circle, travis]) {
    const origin = system(environment);
    if (origin.kind !== 'own') return origin;
  }
  return OWN;
}

const OWN = { kind: 'own', reason: '' };

function fork(reason) {
  return { kind: 'fork', reason };
}

function unknown(reason) {
  return { kind: 'unknown', reason };
}

/** The same repository, another one, or one that is not named; `base` and `head` are ids or names. */
function compare(base, head, request) {
  if (!base || !head) return unknown(`${request} does not say which repository it comes from`);
  return base === head ? OWN : fork(`${request} comes from a fork`);
}

function gitHub(environment) {
  const { GITHUB_ACTIONS, GITHUB_EVENT_NAME = '', GITHUB_REF = '', GITHUB_HEAD_REF } = environment;
  if (GITHUB_ACTIONS !== 'true') return OWN;
  const event = readEvent(environment);
  if (event === null) {
    const isRequest =
      PULL_REQUEST_EVENTS.has(GITHUB_EVENT_NAME) ||
      GITHUB_REF.startsWith('refs/pull/') ||
      Boolean(GITHUB_HEAD_REF);
    return isRequest ? unknown('the event of the pull request cannot be read') : OWN;
  }
  const { pull_request: request, workflow_run: measured, issue, repository } = event;
  if (request) {
    // The repository of a deleted fork is null.
    if (request.head?.repo === null) return fork('the pull request comes from a deleted fork');
    return compare(request.base?.repo?.id, request.head?.repo?.id, 'the pull request');
  }
  if (measured) {
    if (measured.head_repository === null)
      return fork('the measured job comes from a deleted fork');
    return compare(repository?.id, measured.head_repository?.id, 'the measured job');
  }
  if (issue?.pull_request) return unknown('a comment does not say where its pull request is from');
  return PULL_REQUEST_EVENTS.has(GITHUB_EVENT_NAME) || GITHUB_REF.startsWith('refs/pull/')
    ? unknown('the event does not describe its pull request')
    : OWN;
}

/** The event that started the job; null where it is not readable. */
function readEvent({ GITHUB_EVENT_PATH }) {
  try {
    const event = JSON.parse(readFileSync(GITHUB_EVENT_PATH, 'utf8'));
    return typeof event === 'object' ? event : null;
  } catch {
    return null;
  }
}

function gitLab(environment) {
  if (environment.GITLAB_CI !== 'true') return OWN;
  const {
    CI_PIPELINE_SOURCE,
    CI_PROJECT_ID,
    CI_MERGE_REQUEST_IID,
    CI_MERGE_REQUEST_PROJECT_ID = CI_PROJECT_ID,
    CI_MERGE_REQUEST_SOURCE_PROJECT_ID,
    CI_EXTERNAL_PULL_REQUEST_IID,
    CI_EXTERNAL_PULL_REQUEST_TARGET_REPOSITORY,
    CI_EXTERNAL_PULL_REQUEST_SOURCE_REPOSITORY,
  } = environment;
  if (CI_MERGE_REQUEST_IID || CI_PIPELINE_SOURCE === 'merge_request_event')
    return compare(
      CI_MERGE_REQUEST_PROJECT_ID,
      CI_MERGE_REQUEST_SOURCE_PROJECT_ID,
      'the merge request',
    );
  if (CI_EXTERNAL_PULL_REQUEST_IID || CI_PIPELINE_SOURCE === 'external_pull_request_event')
    return compare(
      CI_EXTERNAL_PULL_REQUEST_TARGET_REPOSITORY,
      CI_EXTERNAL_PULL_REQUEST_SOURCE_REPOSITORY,
      'the pull request',
    );
  return OWN;
}

function azure(environment) {
  if (!environment.TF_BUILD) return OWN;
  const {
    SYSTEM_PULLREQUEST_ISFORK = '',
    SYSTEM_PULLREQUEST_PULLREQUESTID,
    BUILD_REASON,
  } = environment;
  if (/^true$/i.test(SYSTEM_PULLREQUEST_ISFORK)) return fork('the pull request comes from a fork');
  if (!SYSTEM_PULLREQUEST_PULLREQUESTID && BUILD_REASON !== 'PullRequest') return OWN;
  return /^false$/i.test(SYSTEM_PULLREQUEST_ISFORK) ? OWN : compare(null, null, 'the pull request');
}

/** Bitbucket names the repository that is built, and for a pull request no other one. */
function bitbucket({ BITBUCKET_PR_ID }) {
  return BITBUCKET_PR_ID ? compare(null, null, 'the pull request') : OWN;
}

/** Multibranch jobs name the fork; other builds are of no change request. */
function jenkins({ JENKINS_URL, CHANGE_ID, CHANGE_FORK }) {
  return JENKINS_URL && CHANGE_ID && CHANGE_FORK
    ? fork('the change request comes from a fork')
    : OWN;
}

function buildkite(environment) {
  const { BUILDKITE, BUILDKITE_PULL_REQUEST, BUILDKITE_PULL_REQUEST_REPO, BUILDKITE_REPO } =
    environment;
  if (!BUILDKITE || !BUILDKITE_PULL_REQUEST || BUILDKITE_PULL_REQUEST === 'false') return OWN;
  const [base, head] = [BUILDKITE_REPO, BUILDKITE_PULL_REQUEST_REPO].map(repositoryPath);
  return compare(base, head, 'the pull request');
}

/** `owner/name` of an address of git: the same repository has several. */
function repositoryPath(address) {
  const path = /^(?:\w+:\/\/)?(?:[^@/]*@)?[^/:]+(?::\d+\/|[/:])(.+)$/.exec(address ?? '')?.[1];
  return path?.replace(/^\/|\/$|(?:\.git)?\/?$/g, '').toLowerCase();
}

/** These are set for pull requests from forks alone. */
function circle({ CIRCLECI, CIRCLE_PR_REPONAME, CIRCLE_PR_USERNAME }) {
  return CIRCLECI && (CIRCLE_PR_REPONAME || CIRCLE_PR_USERNAME)
    ? fork('the pull request comes from a fork')
    : OWN;
}

function travis(environment) {
  const { TRAVIS, TRAVIS_PULL_REQUEST, TRAVIS_PULL_REQUEST_SLUG, TRAVIS_REPO_SLUG } = environment;
  if (!TRAVIS || !TRAVIS_PULL_REQUEST || TRAVIS_PULL_REQUEST === 'false') return OWN;
  return compare(TRAVIS_REPO_SLUG, TRAVIS_PULL_REQUEST_SLUG, 'the pull request');
}
