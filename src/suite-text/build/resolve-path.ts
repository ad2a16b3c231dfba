import { isSourceUrl } from '#core';
import type { Path } from '#schema';
import type { SuiteCode } from '../codes.ts';
import type { Build } from './build.ts';

const GLOB = /[*?[\]{}!()]/;

/** The absolute paths of `traces`, and sources as they are written; null when there are none. */
export function resolvePaths(
  written: string | readonly string[] | undefined,
  path: Path,
  build: Build,
): readonly string[] | null {
  if (written === undefined) return null;
  const place = (name: string, at: Path): string =>
    isSourceUrl(name) && !/^file:/i.test(name) ? name : resolvePath(name, at, build);
  if (typeof written === 'string') return [place(written, path)];
  return written.map((name, index) => place(name, [...path, index]));
}

/** The absolute path of something that a suite names relative to itself; what leaves the root is a problem. */
export function resolvePath(written: string, path: Path, build: Build): string {
  const { resolve, isInside, leavesRoot } = build.context;
  const absolute = resolve(written);
  if (!build.named.has(absolute)) build.named.set(absolute, path);
  const fault = explainFault(written);
  if (fault !== null) {
    build.problems.error(fault.code, path, fault.message, fault.hint);
  } else if (
    (written.includes('..') && leavesRoot(absolute)) ||
    !isInside(withoutGlob(written, absolute, resolve))
  ) {
    const message = `${written} leads out of the root of the suite`;
    const hint = 'the root is the nearest folder above with .git or package.json';
    build.problems.error('SUITE_PATH_OUTSIDE', path, message, hint);
  }
  return absolute;
}

interface Fault {
  readonly code: SuiteCode;
  readonly message: string;
  readonly hint?: string;
}

function explainFault(written: string): Fault | null {
  const hint = 'paths in a suite are relative to it';
  if (written.includes('\0')) {
    return { code: 'SUITE_VALUE', message: 'a path cannot hold a NUL character' };
  }
  if (/^(?:[A-Za-z]:|[\\/]|file:)/i.test(written)) {
    return { code: 'SUITE_PATH_OUTSIDE', message: `${written} is not a relative path`, hint };
  }
  if (/(?:^|[\\/])\.\.\\/.test(written)) {
    return {
      code: 'SUITE_PATH_OUTSIDE',
      message: `${written} is not a portable path`,
      hint: 'write / between folders',
    };
  }
  if (/^[a-z][a-z0-9+.-]+:\/\//i.test(written)) {
    return {
      code: 'SUITE_VALUE',
      message: `${written}: only traces come from a source, and datasets from langsmith://`,
      hint,
    };
  }
  return null;
}

/** The part of a path before its first pattern: what it matches is checked when it is expanded. */
function withoutGlob(
  written: string,
  absolute: string,
  resolve: Build['context']['resolve'],
): string {
  if (!GLOB.test(written)) return absolute;
  const steps = written.split('/');
  const pattern = steps.findIndex((step) => GLOB.test(step));
  return resolve(...steps.slice(0, pattern));
}

/** A module and the export of it that is meant: `./x.ts#name`. */
export function resolveModule(
  written: string,
  path: Path,
  build: Build,
): { readonly path: string; readonly exportName: string } {
  const [file = '', exportName = 'default'] = written.split('#', 2);
  return { path: resolvePath(file, path, build), exportName };
}
