// Bundles the programs that are written into pages or started from their text: each folder of sources becomes the
// generated file beside it.
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { Rolldown } from 'tsdown';
import { writeGenerated } from './write-generated.mjs';

const root = new URL('../', import.meta.url);

await buildPage('src/reporters/html/client', ['base', 'page', 'list', 'detail', 'narrow', 'print']);
await buildPage('src/reporters/label-sheet/client', ['sheet']);
await buildProgram('src/drivers/capture/stdio-proxy', 'STDIO_PROXY');
await buildProgram('src/platform/subprocess/watchdog', 'WATCHDOG');

/** The script and style of a page, with the hashes that its policy allows. Later style sheets win. */
async function buildPage(folder, styles) {
  const script = await bundle(folder, { platform: 'browser', format: 'iife' });
  // A browser ends the script at the first of these, wherever it is.
  if (/<\/script|<!--/i.test(script)) throw new Error(`the script of ${folder} would end early`);
  const sheets = styles.map((name) =>
    readFile(new URL(`${folder}/style/${name}.css`, root), 'utf8'),
  );
  const style = shortenStyle((await Promise.all(sheets)).join('\n'));
  await write(
    folder,
    `export const CLIENT_SCRIPT: string = ${JSON.stringify(script)};

export const CLIENT_STYLE: string = ${JSON.stringify(style)};

export const SCRIPT_HASH = '${hash(script)}';

export const STYLE_HASH = '${hash(style)}';
`,
  );
}

/** A program for Node that needs nothing but Node: it is run as a CommonJS file or by `node -e`. */
async function buildProgram(folder, name) {
  const text = await bundle(folder, { platform: 'node', format: 'cjs' });
  await write(folder, `export const ${name}: string = ${JSON.stringify(text)};\n`);
}

async function bundle(folder, { platform, format }) {
  const bundle = await Rolldown.rolldown({
    input: fileURLToPath(new URL(`${folder}/main.ts`, root)),
    platform,
    tsconfig: false,
    transform: { jsx: { runtime: 'automatic', importSource: 'preact' } },
  });
  const { output } = await bundle.generate({ format, minify: true });
  await bundle.close();
  const [chunk, ...others] = output;
  const foreign = chunk.imports.filter(
    (name) => !(platform === 'node' && name.startsWith('node:')),
  );
  if (others.length > 0 || foreign.length > 0)
    throw new Error(
      `${folder} is not one file alone: ${[...others.map((other) => other.fileName), ...foreign].join(', ')}`,
    );
  return chunk.code.trim();
}

async function write(folder, text) {
  const name = folder.slice(folder.lastIndexOf('/') + 1);
  const header = `// Made by scripts/build-programs.mjs from ${name}/; do not edit.\n\n`;
  await writeGenerated(new URL(`${folder}.generated.ts`, root), header + text);
}

/** Drops comments and needless blanks; strings in the style sheets have single blanks between words only. */
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
