import { spawn } from 'node:child_process';
import {
  chmodSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { delimiter, join } from 'node:path';
import { load } from 'js-yaml';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { CLI, type Ran, workspace } from './support/cli.ts';
import { ROOT } from './support/doc-blocks.ts';
import { type GitHubServer, startGitHub } from './support/github-server.ts';
import { BAD, GOOD, SUITE } from './support/research.ts';

const BOT = { login: 'github-actions[bot]' };
const MARK = '<!-- whichtool comment: whichtool -->\n';

/** Of the events that GitHub sent for such changes, the part that matters here. */
const PULL_REQUEST = {
  action: 'synchronize',
  number: 7,
  pull_request: {
    number: 7,
    head: {
      ref: 'topic',
      sha: 'a'.repeat(40),
      repo: { id: 1, full_name: 'acme/shop', fork: false },
    },
    base: { ref: 'main', repo: { id: 1, full_name: 'acme/shop' } },
  },
};
const FORK = {
  ...PULL_REQUEST,
  pull_request: {
    ...PULL_REQUEST.pull_request,
    head: { ref: 'topic', sha: 'b'.repeat(40), repo: { id: 2, full_name: 'eve/shop', fork: true } },
  },
};
const WORKFLOW_RUN = {
  action: 'completed',
  workflow_run: {
    id: 99,
    event: 'pull_request',
    head_branch: 'topic',
    head_sha: 'b'.repeat(40),
    head_repository: { owner: { login: 'eve' } },
    pull_requests: [],
  },
};

let folder: ReturnType<typeof workspace>;
let github: GitHubServer;
beforeEach(async () => {
  folder = workspace({ 'whichtool.yaml': SUITE, 'good.json': GOOD, 'bad one.json': BAD });
  // Represents the package of that version in the registry.
  folder.write(
    'bin/npx',
    `#!/bin/sh\nenv > "$RUNNER_TEMP/env"\necho "$2" > "$RUNNER_TEMP/package"\nshift 2\nexec "${process.execPath}" "${CLI}" "$@"\n`,
  );
  chmodSync(join(folder.path, 'bin/npx'), 0o755);
  mkdirSync(join(folder.path, 'temp'));
  github = await startGitHub();
  github.comments.set(7, []);
});
afterEach(async () => {
  await github.close();
  folder.remove();
});

const temp = (name: string): string => readFileSync(join(folder.path, 'temp', name), 'utf8');
const bodies = (): readonly string[] => (github.comments.get(7) ?? []).map(({ body }) => body);

async function act(
  event: { name: string; payload: unknown },
  inputs: Readonly<Record<string, string>>,
): Promise<Ran> {
  folder.write('temp/event.json', JSON.stringify(event.payload));
  const given = Object.entries({ traces: 'good.json', ...inputs });
  const action = load(readFileSync(join(ROOT, 'action.yml'), 'utf8')) as {
    inputs: Record<string, { default: string }>;
    runs: { steps: { env: Record<string, string> }[] };
  };
  const values = new Map(
    Object.entries(action.inputs).map(([name, input]) => [name, input.default]),
  );
  for (const [name, value] of [...given, ['token', 'secret']] as const) values.set(name, value);
  const env = Object.entries(action.runs.steps[0]?.env ?? {}).map(([name, value]) => {
    const input = /^\$\{\{ inputs\.([\w-]+) \}\}$/.exec(value)?.[1] ?? '';
    return [name, values.get(input) ?? `no such input: ${input}`];
  });
  const child = spawn(process.execPath, [join(ROOT, 'action/main.mjs')], {
    cwd: folder.path,
    env: {
      PATH: `${join(folder.path, 'bin')}${delimiter}${process.env.PATH}`,
      ...(Object.fromEntries(env) as Record<string, string>),
      GITHUB_ACTIONS: 'true',
      GITHUB_API_URL: github.url,
      GITHUB_EVENT_NAME: event.name,
      GITHUB_EVENT_PATH: join(folder.path, 'temp/event.json'),
      GITHUB_OUTPUT: join(folder.path, 'temp/output'),
      GITHUB_REPOSITORY: 'acme/shop',
      GITHUB_RUN_ID: '42',
      GITHUB_SERVER_URL: 'https://github.example',
      GITHUB_STEP_SUMMARY: join(folder.path, 'temp/summary'),
      RUNNER_TEMP: join(folder.path, 'temp'),
    },
  });
  let stdout = '';
  let stderr = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => (stdout += text));
  child.stderr.setEncoding('utf8').on('data', (text: string) => (stderr += text));
  const code = await new Promise<number | null>((done) => child.on('close', done));
  return { code, stdout, stderr };
}

const onPush = { name: 'push', payload: { ref: 'refs/heads/main' } };
const onPullRequest = { name: 'pull_request', payload: PULL_REQUEST };

describe('the action that measures', () => {
  it('annotates, summarises, leaves both reports to upload, and ends as whichtool does', async () => {
    const ran = await act(onPush, { traces: '"bad one.json"' });
    expect(ran.code).toBe(1);
    expect(ran.stdout).toContain('::error file=whichtool.yaml,line=2');
    expect(temp('summary')).toContain('FAIL');
    const output = new Map(
      temp('output')
        .trim()
        .split('\n')
        .map((line) => line.split('=') as [string, string]),
    );
    expect(output.get('exit-code')).toBe('1');
    expect(output.get('verdict')).toBe('fail');
    expect(readdirSync(output.get('folder') ?? '').sort()).toEqual(['report.html', 'report.json']);
    expect(output.get('report')).toBe(join(output.get('folder') ?? '', 'report.json'));
    expect(github.asked).toEqual([]);
  });

  it('uses the version it was released with unless told, and hides the token from what it starts', async () => {
    await act(onPush, {});
    const { version } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'));
    expect(temp('package')).toBe(`whichtool@${version}\n`);
    expect(temp('env')).not.toContain('secret');
    await act(onPush, { version: '9.9.9' });
    expect(temp('package')).toBe('whichtool@9.9.9\n');
  });

  it('passes on suites and flags, with quotes around blanks, and makes no page when not asked', async () => {
    folder.write('a b/whichtool.yaml', SUITE.replace('80', '10'));
    const ran = await act(onPush, {
      suite: "'a b'",
      traces: '"bad one.json"',
      args: '--filter "picks search" --threshold=tool_selection.f1=95',
      html: 'false',
    });
    expect(ran.code).toBe(1);
    const report = /report=(.*)/.exec(temp('output'))?.[1] ?? '';
    expect(readFileSync(report, 'utf8')).toContain('"value": 95');
    expect(readdirSync(join(report, '..'))).toEqual(['report.json']);
  });

  it('writes one comment and keeps it up to date', async () => {
    await act(onPullRequest, { traces: '"bad one.json"' });
    expect(bodies()).toEqual([expect.stringContaining('FAIL')]);
    expect(bodies()[0]?.startsWith(MARK)).toBe(true);
    expect(bodies()[0]).toContain('(https://github.example/acme/shop/actions/runs/42)');
    await act(onPullRequest, {});
    expect(bodies()).toEqual([expect.stringContaining('PASS')]);
    expect(github.asked.every((line) => line.endsWith(' Bearer secret'))).toBe(true);
  });

  it('finds its comment on a later page, and leaves alone what others wrote with its mark', async () => {
    const others = Array.from({ length: 150 }, (_, i) => ({
      id: i + 1,
      user: i === 5 ? null : { login: 'eve' },
      body: `${MARK}mine`,
    }));
    const quoted = { id: 500, user: BOT, body: `somebody said ${MARK}` };
    const other = { id: 501, user: BOT, body: '<!-- whichtool comment: other -->\nelse' };
    github.comments.set(7, [...others, quoted, other, { id: 777, user: BOT, body: `${MARK}old` }]);
    await act(onPullRequest, {});
    expect(bodies().filter((body) => body.includes('PASS'))).toHaveLength(1);
    expect(bodies().slice(0, 150)).toEqual(others.map(({ body }) => body));
    expect(bodies().at(-1)).toContain('PASS');
    expect(github.asked.map((line) => line.split(' ')[0])).toEqual(['GET', 'GET', 'PATCH']);
  });

  it('has a comment for every key', async () => {
    await act(onPullRequest, { 'comment-key': 'a --> b' });
    await act(onPullRequest, { 'comment-key': 'c' });
    expect(bodies().map((body) => body.split('\n')[0])).toEqual([
      '<!-- whichtool comment: a-b -->',
      '<!-- whichtool comment: c -->',
    ]);
  });

  it('writes a new comment when the old one vanished under its hands', async () => {
    github.comments.set(7, [{ id: 5, user: BOT, body: `${MARK}old` }]);
    github.refuse = { method: 'PATCH', status: 404 };
    await act(onPullRequest, {});
    expect(bodies()).toEqual([`${MARK}old`, expect.stringContaining('PASS')]);
  });

  it.each([
    ['GET', 404],
    ['POST', 403],
    ['POST', 502],
  ])('warns when GitHub answers %s with %i, and keeps the exit code', async (method, status) => {
    github.refuse = { method, status };
    const ran = await act(onPullRequest, {});
    expect(ran.code).toBe(0);
    expect(ran.stdout).toMatch(new RegExp(`::warning title=whichtool::.*answered ${status}`));
    expect(bodies()).toEqual([]);
  });

  it('says that nothing was measured, so that no old verdict stays', async () => {
    github.comments.set(7, [{ id: 5, user: BOT, body: `${MARK}PASS` }]);
    const ran = await act(onPullRequest, { traces: 'missing.json' });
    expect(ran.code).toBe(2);
    expect(bodies()).toEqual([
      expect.stringContaining('could not measure this change (exit code 2)'),
    ]);
  });

  it('does not comment from a fork, nor when told not to', async () => {
    const ran = await act({ name: 'pull_request', payload: FORK }, {});
    expect(ran.code).toBe(0);
    expect(ran.stdout).toContain(
      '::warning title=whichtool::no comment: the pull request comes from a fork',
    );
    await act(onPullRequest, { comment: 'false' });
    expect(github.asked).toEqual([]);
  });
});

describe('the action that publishes', () => {
  const onWorkflowRun = { name: 'workflow_run', payload: WORKFLOW_RUN };
  const publish = (report: string): Promise<Ran> => act(onWorkflowRun, { report });

  async function measureFork(): Promise<string> {
    await act({ name: 'pull_request', payload: FORK }, { traces: '"bad one.json"' });
    return /report=(.*)/.exec(temp('output'))?.[1] ?? '';
  }

  it('comments on the pull request that GitHub names for the measured commit', async () => {
    const report = await measureFork();
    github.pulls.set('eve:topic', [
      { number: 6, head: { sha: 'c'.repeat(40) } },
      { number: 7, head: { sha: 'b'.repeat(40) } },
    ]);
    const ran = await publish(report);
    expect(ran).toMatchObject({ code: 0, stdout: '' });
    expect(bodies()).toEqual([expect.stringContaining('FAIL')]);
    await publish(report);
    expect(bodies()).toHaveLength(1);
  });

  it('does not comment when the pull request has moved on', async () => {
    const report = await measureFork();
    github.pulls.set('eve:topic', [{ number: 7, head: { sha: 'c'.repeat(40) } }]);
    const ran = await publish(report);
    expect(ran.code).toBe(0);
    expect(ran.stdout).toContain('no open pull request is at the commit that was measured');
    expect(bodies()).toEqual([]);
  });

  it('refuses what is not a report, and asks GitHub nothing', async () => {
    folder.write('fake.json', '{"schemaVersion":1,"verdict":"pass"}');
    folder.write('text.json', '::error::hello\n');
    symlinkSync('/etc/passwd', join(folder.path, 'link.json'));
    writeFileSync(join(folder.path, 'huge.json'), Buffer.alloc(65 * 1024 * 1024, ' '));
    for (const [file, code] of [
      ['fake.json', 2],
      ['text.json', 2],
      ['link.json', 1],
      ['huge.json', 1],
      ['missing.json', 1],
    ] as const) {
      const ran = await publish(file);
      expect([file, ran.code]).toEqual([file, code]);
      expect(ran.stdout + ran.stderr).not.toMatch(/^::error::hello|root:/m);
    }
    expect(github.asked).toEqual([]);
  });

  it('fails when GitHub does not let it write, or when there is no job before it', async () => {
    const report = await measureFork();
    github.pulls.set('eve:topic', [{ number: 7, head: { sha: 'b'.repeat(40) } }]);
    github.refuse = { method: 'POST', status: 403 };
    const ran = await publish(report);
    expect(ran.code).toBe(1);
    expect(ran.stdout).toContain('permissions: pull-requests: write');
    expect((await act(onPush, { report })).stdout).toContain('on: workflow_run');
  });
});
