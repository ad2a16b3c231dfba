import { escapeHtml } from '#reporters';
import type { Problem } from './problem.ts';

/** Whether a person opened an address in a browser: programs and our own pages read JSON. */
export function isNavigation({ method, headers }: Request): boolean {
  return method === 'GET' && headers.get('Sec-Fetch-Mode') === 'navigate';
}

/** The page of an address that cannot be shown. It has no file of ours: visitors without a token get none. */
export function problemPage({ status, message }: Problem): Response {
  const text = escapeHtml(`${message.slice(0, 1).toUpperCase()}${message.slice(1)}.`);
  // A visitor without a token has nowhere to go but the link.
  const way = status === 401 ? '' : '<p><a href="/">To the start</a></p>';
  const head =
    '<meta charset="utf-8"><meta name="viewport" content="width=device-width">' +
    '<title>whichtool</title>';
  return new Response(
    `<!doctype html><html lang="en"><head>${head}</head><body><main><h1>whichtool</h1><p>${text}</p>${way}</main></body></html>\n`,
    { status, headers: { 'Content-Type': 'text/html; charset=utf-8' } },
  );
}
