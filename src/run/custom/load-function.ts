import { existsSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import type { UserError } from '#core';

import { displayPath } from '#platform';
import { runError } from '../issues/run-codes.ts';

type AnyFunction = (...values: unknown[]) => unknown;

const TYPESCRIPT = /\.[cm]?ts$/;

/** Loads a function that a suite names. */
export async function loadFunction(path: string, exportName: string): Promise<AnyFunction> {
  const { found, module } = await load(path, exportName);
  if (typeof found === 'function') return found as AnyFunction;
  const names = Object.keys(module).filter((name) => typeof module[name] === 'function');
  throw moduleError(
    path,
    `has no function "${exportName}"`,
    names.length === 0 ? undefined : `it exports ${names.join(', ')}`,
  );
}

/** Loads whatever a module exports under a name; undefined when it does not. */
export async function loadExport(path: string, exportName: string): Promise<unknown> {
  return (await load(path, exportName)).found;
}

/** TypeScript goes through jiti, which runs on every supported Node. */
async function load(
  path: string,
  exportName: string,
): Promise<{ found: unknown; module: Record<string, unknown> }> {
  if (!existsSync(path)) throw moduleError(path, 'is not there');
  let module: Record<string, unknown>;
  try {
    module = await importModule(path);
  } catch (error) {
    throw moduleError(
      path,
      `cannot be loaded: ${error instanceof Error ? error.message : String(error)}`,
    );
  }
  return { found: Object.hasOwn(module, exportName) ? module[exportName] : undefined, module };
}

async function importModule(path: string): Promise<Record<string, unknown>> {
  if (!TYPESCRIPT.test(path))
    return (await import(pathToFileURL(path).href)) as Record<string, unknown>;
  const { createJiti } = await import('jiti');
  return await createJiti(import.meta.url, { interopDefault: false }).import(path);
}

function moduleError(path: string, message: string, hint?: string): UserError {
  return runError('MODULE_UNUSABLE', `module ${message}`, {
    where: {
      file: displayPath(path, process.cwd()),
    },
    hint,
  });
}
