import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { whyNoExecution } from './why-no-execution.ts';

const folder = mkdtempSync(join(tmpdir(), 'whichtool-event-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

type Environment = Readonly<Record<string, string>>;

/** A job of GitHub, with its event as a file. */
function gitHub(name: string, event: unknown, more: Environment = {}): Environment {
  const path = join(folder, `${Math.random()}.json`);
  writeFileSync(path, typeof event === 'string' ? event : JSON.stringify(event));
  return { GITHUB_ACTIONS: 'true', GITHUB_EVENT_NAME: name, GITHUB_EVENT_PATH: path, ...more };
}

function pull(base: unknown, head: unknown): object {
  return { pull_request: { base: { repo: base }, head: { repo: head } } };
}

const GITLAB = { GITLAB_CI: 'true', CI_PROJECT_ID: '7' };
const AZURE = { TF_BUILD: 'True' };
const BUILDKITE = { BUILDKITE: 'true', BUILDKITE_REPO: 'git@github.com:acme/shop.git' };

describe('what is refused', () => {
  it.each<[string, Environment, string]>([
    [
      'a pull request from a fork',
      gitHub('pull_request', pull({ id: 1 }, { id: 2 })),
      'comes from a fork',
    ],
    [
      'one from a fork with rights',
      gitHub('pull_request_target', pull({ id: 1 }, { id: 2 })),
      'comes from a fork',
    ],
    [
      'one whose repository is a fork of another one, by its id and not by `fork`',
      gitHub('pull_request', pull({ id: 1 }, { id: 2, fork: false })),
      'comes from a fork',
    ],
    ['a deleted fork', gitHub('pull_request', pull({ id: 1 }, null)), 'a deleted fork'],
    ['an event that is not JSON', gitHub('pull_request', '{'), 'cannot be read'],
    [
      'an event that is not there',
      {
        GITHUB_ACTIONS: 'true',
        GITHUB_EVENT_NAME: 'pull_request',
        GITHUB_EVENT_PATH: '/nowhere/event.json',
      },
      'cannot be read',
    ],
    [
      'no path of an event',
      { GITHUB_ACTIONS: 'true', GITHUB_REF: 'refs/pull/3/merge' },
      'cannot be read',
    ],
    ['an event without its pull request', gitHub('pull_request', {}), 'does not describe'],
    ['a pull request without ids', gitHub('pull_request', pull({}, {})), 'does not say'],
    [
      'a job after one for a fork',
      gitHub('workflow_run', {
        repository: { id: 1 },
        workflow_run: { head_repository: { id: 2 } },
      }),
      'comes from a fork',
    ],
    [
      'a comment on a pull request',
      gitHub('issue_comment', { issue: { pull_request: {} } }),
      'a comment',
    ],
    [
      'GitLab, from a fork',
      { ...GITLAB, CI_MERGE_REQUEST_IID: '3', CI_MERGE_REQUEST_SOURCE_PROJECT_ID: '8' },
      'comes from a fork',
    ],
    [
      'GitLab, in the project of the fork',
      {
        ...GITLAB,
        CI_MERGE_REQUEST_IID: '3',
        CI_MERGE_REQUEST_PROJECT_ID: '9',
        CI_MERGE_REQUEST_SOURCE_PROJECT_ID: '7',
      },
      'comes from a fork',
    ],
    [
      'GitLab, from a project that is gone',
      { ...GITLAB, CI_PIPELINE_SOURCE: 'merge_request_event' },
      'does not say',
    ],
    ['Azure, from a fork', { ...AZURE, SYSTEM_PULLREQUEST_ISFORK: 'True' }, 'comes from a fork'],
    ['Azure, unsaid', { ...AZURE, BUILD_REASON: 'PullRequest' }, 'does not say'],
    ['Bitbucket', { BITBUCKET_BUILD_NUMBER: '1', BITBUCKET_PR_ID: '5' }, 'does not say'],
    [
      'Jenkins, from a fork',
      { JENKINS_URL: 'http://ci/', CHANGE_ID: '4', CHANGE_FORK: 'eve' },
      'comes from a fork',
    ],
    [
      'Buildkite, from a fork',
      {
        ...BUILDKITE,
        BUILDKITE_PULL_REQUEST: '4',
        BUILDKITE_PULL_REQUEST_REPO: 'git://github.com/eve/shop.git',
      },
      'comes from a fork',
    ],
    ['CircleCI, from a fork', { CIRCLECI: 'true', CIRCLE_PR_REPONAME: 'shop' }, 'from a fork'],
    [
      'Travis, from a fork',
      {
        TRAVIS: 'true',
        TRAVIS_PULL_REQUEST: '4',
        TRAVIS_REPO_SLUG: 'acme/shop',
        TRAVIS_PULL_REQUEST_SLUG: 'eve/shop',
      },
      'comes from a fork',
    ],
  ])('%s', (_, environment, reason) => {
    expect(whyNoExecution(undefined, environment)).toContain(reason);
    expect(whyNoExecution(true, environment)).toBeNull();
  });

  it('everything with WHICHTOOL_NO_EXEC, whatever the flag is', () => {
    expect(whyNoExecution(true, { WHICHTOOL_NO_EXEC: '1' })).toBe('WHICHTOOL_NO_EXEC is set');
    expect(whyNoExecution(undefined, { WHICHTOOL_NO_EXEC: 'yes' })).not.toBeNull();
    expect(whyNoExecution(undefined, { WHICHTOOL_NO_EXEC: '0' })).toBeNull();
    expect(whyNoExecution(false, {})).toBe('--no-exec was given');
  });
});

describe('what goes on', () => {
  it.each<[string, Environment]>([
    ['no CI', {}],
    ['a pull request of a branch', gitHub('pull_request', pull({ id: 1 }, { id: 1 }))],
    [
      'a branch of a repository that is itself a fork',
      gitHub('pull_request', pull({ id: 1, fork: true }, { id: 1, fork: true })),
    ],
    ['a push', gitHub('push', { repository: { id: 1, fork: true } })],
    ['a push whose event cannot be read', gitHub('push', '{')],
    [
      'a job after one of a branch',
      gitHub('workflow_run', {
        repository: { id: 1 },
        workflow_run: { head_repository: { id: 1 } },
      }),
    ],
    ['a comment on an issue', gitHub('issue_comment', { issue: {} })],
    ['a branch of GitLab', GITLAB],
    [
      'a merge request of a branch',
      { ...GITLAB, CI_MERGE_REQUEST_IID: '3', CI_MERGE_REQUEST_SOURCE_PROJECT_ID: '7' },
    ],
    ['a build of Azure', { ...AZURE, SYSTEM_PULLREQUEST_ISFORK: 'False' }],
    [
      'a pull request of Azure',
      { ...AZURE, BUILD_REASON: 'PullRequest', SYSTEM_PULLREQUEST_ISFORK: 'False' },
    ],
    ['a branch of Bitbucket', { BITBUCKET_BUILD_NUMBER: '1' }],
    ['a plain build of Jenkins', { JENKINS_URL: 'http://ci/' }],
    ['a change request of Jenkins', { JENKINS_URL: 'http://ci/', CHANGE_ID: '4' }],
    ['a plain build of Buildkite', { ...BUILDKITE, BUILDKITE_PULL_REQUEST: 'false' }],
    [
      'a pull request of Buildkite, by another address',
      {
        ...BUILDKITE,
        BUILDKITE_PULL_REQUEST: '4',
        BUILDKITE_PULL_REQUEST_REPO: 'https://github.com/Acme/shop',
      },
    ],
  ])('%s', (_, environment) => expect(whyNoExecution(undefined, environment)).toBeNull());
});
