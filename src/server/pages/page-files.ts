import { readdirSync, readFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import { UserError } from '#core';
import { readFailure } from '#platform';
import { ROLES, VIEW_PATHS } from '#schema';
import type { Route } from '../http/route.ts';

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
};

/** A file of the web app. */
export interface PageFile {
  /** `app.js`. */
  readonly name: string;
  readonly type: string;
  readonly bytes: Buffer;
}

/** Reads the files of the web app. Later requests look them up by name: no request ever names a file on disk. */
export function readPageFiles(folder: string): readonly PageFile[] {
  try {
    return readdirSync(folder, { withFileTypes: true })
      .filter((entry) => entry.isFile() && TYPES[extname(entry.name)] !== undefined)
      .map(({ name }) => ({
        name,
        type: TYPES[extname(name)] as string,
        bytes: readFileSync(join(folder, name)),
      }));
  } catch (error) {
    throw new UserError([readFailure(error, folder)]);
  }
}

/** The routes of the app's files and views: all views are one document. */
export function pageRoutes(files: readonly PageFile[]): readonly Route[] {
  const page = files.find(({ name }) => name === 'index.html');
  const views =
    page === undefined ? [] : Object.values(VIEW_PATHS).map((path) => fileRoute(path, page));
  const others = files.filter((file) => file !== page);
  return [...views, ...others.map((file) => fileRoute(`/assets/${file.name}`, file))];
}

function fileRoute(path: string, { type, bytes }: PageFile): Route {
  const body = new Uint8Array(bytes);
  return {
    method: 'GET',
    path,
    access: ROLES,
    handle: () => new Response(body, { headers: { 'Content-Type': type } }),
  };
}
