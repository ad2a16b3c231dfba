import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import axe from 'axe-core';
import type { Page } from 'playwright-core';
import { CLI } from './cli.ts';

/** The web app of a project as a process. */
export interface Served {
  /** The link that lets the admin in. */
  readonly link: string;
  address(path: string): string;
  /** A request with the token of the admin. */
  ask(path: string, init?: RequestInit): Promise<Response>;
  stop(): Promise<void>;
}

/** Starts `serve` in a folder. */
export async function serveProject(
  cwd: string,
  env: Readonly<Record<string, string>> = {},
): Promise<Served> {
  const server = spawn(process.execPath, [CLI, 'serve', '--no-open'], {
    cwd,
    env: { ...process.env, ...env },
  });
  const [link] = (await once(createInterface({ input: server.stdout }), 'line')) as [string];
  const address = (path: string): string => new URL(path, link).href;
  const Authorization = `Bearer ${new URL(link).searchParams.get('token') ?? ''}`;
  return {
    link,
    address,
    ask: (path, init = {}) => {
      const headers = new Headers(init.headers);
      headers.set('Authorization', Authorization);
      return fetch(address(path), { ...init, headers });
    },
    stop: async () => {
      const ended = once(server, 'exit');
      server.kill('SIGTERM');
      await ended;
    },
  };
}

/** What a page does that it must not: errors, dialogs, refused scripts. */
export function watchFaults(page: Page): string[] {
  const faults: string[] = [];
  page.on('pageerror', (error) => faults.push(error.message));
  page.on('dialog', (dialog) => {
    faults.push(dialog.message());
    void dialog.dismiss();
  });
  page.on('console', (message) => {
    if (message.type() === 'error') faults.push(message.text());
  });
  return faults;
}

/** What axe-core finds, as the rule and the first element that breaks it. */
export async function findBarriers(page: Page): Promise<readonly string[]> {
  await page.evaluate(axe.source);
  return page.evaluate<string[]>(
    `axe.run().then(({ violations, passes }) => [
      ...(passes.length > 5 ? [] : ['axe looked at nothing']),
      ...violations.map(({ id, nodes }) => id + ': ' + nodes[0].html.slice(0, 200)),
    ])`,
  );
}
