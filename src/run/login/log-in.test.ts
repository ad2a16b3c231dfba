import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it, onTestFinished } from 'vitest';
import { UserError } from '#core';
import { startOAuthServer } from '../../../test/servers/oauth-server.ts';
import { knownSecrets } from '../drive/known-secrets.ts';
import { planDrive } from '../drive/plan-drive.ts';
import { loadSuites } from '../load-suites.ts';
import { logIn } from './log-in.ts';

let folder: string;
const before = process.env['XDG_STATE_HOME'];
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'whichtool-login-'));
  process.env['XDG_STATE_HOME'] = join(folder, 'state');
  writeFileSync(join(folder, 'package.json'), '{}');
});
afterEach(() => {
  rmSync(folder, { recursive: true, force: true });
  if (before === undefined) delete process.env['XDG_STATE_HOME'];
  else process.env['XDG_STATE_HOME'] = before;
});

function write(servers: string): void {
  writeFileSync(
    join(folder, 'whichtool.yaml'),
    `servers:\n${servers}
agents: { desk: { model: "openai:gpt-5-mini", servers: [crm] } }
tests:
  - { name: t, agent: desk, prompt: x, function_call_coverage: { function_calls: [look] } }
`,
  );
}

async function refusalOf(
  name: string,
  environment: Readonly<Record<string, string>> = {},
): Promise<string> {
  const onPage = (page: URL): void => void fetch(page);
  const signal = new AbortController().signal;
  const suites = await loadSuites([], folder);
  const error: unknown = await logIn(suites, name, { environment, onPage, signal }).then(
    () => 'signed in',
    (thrown: unknown) => thrown,
  );
  if (!(error instanceof UserError)) return String(error);
  return error.issues.map(({ code, message, hint }) => `${code} ${message}; ${hint}`).join('\n');
}

it('signs in to a server of the suite; what is kept is a known secret of its runs', async () => {
  const server = await startOAuthServer('s3cret');
  onTestFinished(() => server.close());
  write(
    `  crm: { url: "${server.url}", oauth: { issuer: "${server.issuer}", grant: authorization_code } }`,
  );
  expect(await refusalOf('crm')).toBe('signed in');
  const [suite] = await loadSuites([], folder);
  const tests = suite!.tests.map((plan) => ({ suite: suite!, plan }));
  const options = { cwd: folder, dataset: null, runs: null, folder };
  const jobs = await planDrive({ tests, evals: [], ...options });
  expect(knownSecrets(jobs, {})).toEqual(
    expect.arrayContaining(['token-of-person-1', 'refresh-of-person-1']),
  );
});

it('is refused in CI, and says what to do there', async () => {
  write('  crm: { url: "https://crm.example", oauth: { issuer: "https://i.example" } }');
  expect(await refusalOf('crm', { CI: 'true' })).toMatch(/^LOGIN_REFUSED .*client_credentials/);
});

it('is refused for servers that want no person', async () => {
  write(`  crm: { url: "https://crm.example" }
  tool: { command: node }
  half: { url: "https://crm.example", oauth: { issuer: "https://i.example", client_id: c } }`);
  expect(await refusalOf('crm')).toContain('"crm" is not one to sign in to');
  expect(await refusalOf('tool')).toContain('"tool" is a program');
  expect(await refusalOf('crn')).toContain('did you mean "crm"?');
  expect(await refusalOf('half')).toContain('needs client_id and client_secret');
});
