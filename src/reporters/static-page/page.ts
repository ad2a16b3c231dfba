import { escapeHtml } from '../escape/html.ts';
import { PAGE_STYLE } from './style.ts';

/** Nothing may be fetched, framed or run; only the style in the file applies. */
const POLICY = "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'";

/** The beginning of a self-contained page without a script; `title` is our own text. */
export function staticPageStart(title: string): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${POLICY}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="referrer" content="no-referrer">
<title>${title}</title>
<style>${PAGE_STYLE}</style>
</head>
<body>
<main>
`;
}

/** Its end, with the version that made the report. */
export function staticPageEnd(version: string | null): string {
  const maker = version === null ? '' : `<footer>whichtool ${escapeHtml(version)}</footer>\n`;
  return `${maker}</main>\n</body>\n</html>\n`;
}
