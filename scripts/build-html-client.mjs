// Bundles the script and style of the HTML report into src/reporters/html/client.generated.ts.
// With --check nothing is written: it exits 1 when the file is not what the sources make.
import { createHash } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { Rolldown } from 'tsdown';

const folder = new URL('../src/reporters/html/', import.meta.url);
const target = new URL('client.generated.ts', folder);

const script = await bundleScript();
const style = shortenStyle(await readStyles());
const text = `// Made by scripts/build-html-client.mjs from client/; do not edit.

export const CLIENT_SCRIPT: string = ${JSON.stringify(script)};

export const CLIENT_STYLE: string = ${JSON.stringify(style)};

export const SCRIPT_HASH = '${hash(script)}';

export const STYLE_HASH = '${hash(style)}';
`;

if (!process.argv.includes('--check')) await writeFile(target, text);
else if ((await readFile(target, 'utf8')) !== text) {
  process.stderr.write(
    'client.generated.ts is out of date: run node scripts/build-html-client.mjs\n',
  );
  process.exitCode = 1;
}

async function bundleScript() {
  const bundle = await Rolldown.rolldown({
    input: fileURLToPath(new URL('client/main.ts', folder)),
    platform: 'browser',
    tsconfig: false,
  });
  const { output } = await bundle.generate({ format: 'iife', minify: true });
  await bundle.close();
  const [chunk] = output;
  // A browser ends the script at the first of these, wherever it stands.
  if (/<\/script|<!--/i.test(chunk.code)) throw new Error('the script would end early');
  return chunk.code.trim();
}

/** The style sheets in the order in which later ones win. */
async function readStyles() {
  const names = ['base', 'page', 'list', 'detail', 'narrow', 'print'];
  const sheets = names.map((name) => readFile(new URL(`client/style/${name}.css`, folder), 'utf8'));
  return (await Promise.all(sheets)).join('\n');
}

/** Drops comments and needless blanks; the style sheet holds no strings in which they count. */
function shortenStyle(css) {
  return css
    .replaceAll(/\/\*[\s\S]*?\*\//g, '')
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/ ?([{};,>]) ?/g, '$1')
    .replaceAll(/: /g, ':')
    .replaceAll(';}', '}')
    .trim();
}

function hash(text) {
  return createHash('sha256').update(text).digest('base64');
}
