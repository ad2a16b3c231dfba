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

/** Starts the browser of the tests. Without a browser the tests fail: a page that is not opened is not checked. */
export async function launchBrowser(): Promise<Browser> {
  const executablePath = process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium';
  if (!existsSync(executablePath))
    throw new Error(
      `no browser at ${executablePath}: run scripts/setup-tests.sh, or set CHROMIUM_PATH`,
    );
  return chromium.launch({ executablePath, args: ARGUMENTS });
}
