import { escapeHtml } from '../escape/html.ts';
import { CLIENT_SCRIPT, CLIENT_STYLE, SCRIPT_HASH, STYLE_HASH } from './client.generated.ts';

/** Nothing may be fetched, framed or run but our own script and style. */
const POLICY = [
  "default-src 'none'",
  `script-src 'sha256-${SCRIPT_HASH}'`,
  `style-src 'sha256-${STYLE_HASH}'`,
  "base-uri 'none'",
  "form-action 'none'",
  "require-trusted-types-for 'script'",
  "trusted-types 'none'",
].join('; ');

/** A part of the page that the bar at the top leads to; `title` is HTML. */
export interface Section {
  readonly id: string;
  readonly title: string;
}

/** The beginning of a self-contained page; `title` is our own text. The script searches, and all can be read without it. */
export function staticPageStart(title: string, sections: readonly Section[]): string {
  const links = sections.map(({ id, title: text }) => `<a href="#${id}">${text}</a>`).join('');
  const contents =
    sections.length < 2
      ? '<span class="space"></span>'
      : `<nav class="contents" aria-label="Contents">${links}</nav>`;
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${POLICY}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="referrer" content="no-referrer">
<title>${title}</title>
<style>${CLIENT_STYLE}</style>
<script>${CLIENT_SCRIPT}</script>
</head>
<body>
<header class="bar"><b class="brand">${title}</b>${contents}<span id="found" class="soft small" role="status"></span><div class="field search" hidden><input type="search" id="search" placeholder="Search" aria-label="Search" autocomplete="off" spellcheck="false"><kbd aria-hidden="true">/</kbd></div><button type="button" id="theme" class="button quiet" aria-label="Switch theme" hidden><span aria-hidden="true">◐</span></button></header>
<main class="document">
`;
}

/** Its end, with the version that made the report. */
export function staticPageEnd(version: string | null): string {
  const maker = version === null ? '' : `<footer>whichtool ${escapeHtml(version)}</footer>\n`;
  return `${maker}</main>\n</body>\n</html>\n`;
}
