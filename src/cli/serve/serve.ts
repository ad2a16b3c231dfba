import { resolve } from 'node:path';
import { UserError } from '#core';
import { findRoot } from '#platform';
import { openDemo } from '#server';
import { idleFlag } from '../flags/idle-flags.ts';
import { parseWholeNumber } from '../flags/values.ts';
import { VERSION } from '../output/version.ts';
import { runWebApp, type WebAppFlags } from './run-web-app.ts';

/** The flags of `serve`. */
export interface ServeFlags extends WebAppFlags {
  readonly demo?: true;
  readonly suite?: string;
  readonly keepDays: string;
  readonly keepMb: string;
}

const DAY_MS = 24 * 60 * 60 * 1000;

/** Serves the web app until the process is stopped. */
export async function serve(folder: string | undefined, flags: ServeFlags): Promise<number> {
  const isDemo = flags.demo === true;
  if (isDemo && folder !== undefined)
    throw new UserError([idleFlag('--demo', 'it shows an example project, not a folder')]);
  const parts = {
    isDemo,
    suite: flags.suite === undefined ? null : resolve(flags.suite),
    retention: {
      maxAgeMs: DAY_MS * parseKept('--keep-days', flags.keepDays, 3650),
      maxBytes: 1_000_000 * parseKept('--keep-mb', flags.keepMb, 1_000_000),
    },
  };
  const demo = isDemo ? await openDemo(VERSION) : null;
  try {
    return await runWebApp(demo?.root ?? findRoot(folder ?? process.cwd()), flags, parts);
  } finally {
    demo?.remove();
  }
}

function parseKept(name: string, text: string, max: number): number {
  return parseWholeNumber({ name, code: 'FLAG_KEEP' }, text, 1, max);
}
