import { existsSync } from 'node:fs';
import { type Browser, chromium } from 'playwright-core';

const ARGUMENTS = [
  '--headless',
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/** Both are the same browser; that without windows takes half the time. */
const PLACES = ['/usr/bin/chromium-headless-shell', '/usr/bin/chromium'] as const;

let started: Promise<Browser> | null = null;

/** The browser of the tests, one for all files of a process. Without a browser the tests fail: a page that is not opened is not checked. */
export async function openBrowser(): Promise<Browser> {
  const executablePath =
    process.env['CHROMIUM_PATH'] ?? PLACES.find((path) => existsSync(path)) ?? PLACES[1];
  if (!existsSync(executablePath))
    throw new Error(
      `no browser at ${executablePath}: run scripts/setup-tests.sh, or set CHROMIUM_PATH`,
    );
  started ??= chromium.launch({ executablePath, args: ARGUMENTS });
  return await started;
}

/** Closes all that is open in the browser; it ends with the process. */
export async function closePages(): Promise<void> {
  const browser = await started;
  await Promise.all(browser?.contexts().map((context) => context.close()) ?? []);
}
