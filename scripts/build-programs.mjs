// Bundles the programs that are written into pages or started from their text: each folder of sources becomes the
// generated file beside it.
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { Rolldown } from 'tsdown';
import { packagesOf, PAGE_PACKAGES } from './licences.mjs';
import { writeGenerated } from './write-generated.mjs';

const root = new URL('../', import.meta.url);

/** A program loads nothing later: what rooms load on demand is not a part of it, and no call of it may remain. */
const WITHOUT_LOADING = {
  name: 'without-loading',
  resolveDynamicImport: (name) => ({ id: name, external: true }),
};

/** Style sheets that every page begins with. */
const SHARED_STYLES = ['tokens', 'base', 'controls', 'bar', 'conversation', 'list'].map(
  (name) => `src/web/style/${name}.css`,
);

await buildPage({
  folder: 'src/web/report',
  styles: [
    ...SHARED_STYLES,
    ...['layout', 'gates', 'matrix', 'cases', 'trace', 'narrow', 'print'].map(
      (name) => `src/web/report/style/${name}.css`,
    ),
  ],
  output: 'src/reporters/html/client',
});
await buildPage({
  folder: 'src/web/static-page',
  styles: [...SHARED_STYLES.slice(0, 4), 'src/web/static-page/style/static.css'],
  output: 'src/reporters/static-page/client',
});
await buildPage({
  folder: 'src/web/sheet',
  styles: [
    ...SHARED_STYLES,
    ...['layout', 'tools', 'fields', 'guide', 'dialogs', 'narrow'].map(
      (name) => `src/web/sheet/style/${name}.css`,
    ),
  ],
  output: 'src/reporters/label-sheet/client',
});
await buildProgram('src/drivers/capture/stdio-proxy', 'STDIO_PROXY');
await buildProgram('src/platform/subprocess/watchdog', 'WATCHDOG');

/**
 * The script and style of a page, with the hashes that its policy allows. Later style sheets win. The text goes to
 * `<output>.generated.ts`, which is beside the folder by default.
 */
async function buildPage({ folder, styles, output = folder }) {
  const script = await bundle(folder, { platform: 'browser', format: 'iife' });
  // A browser ends the script at the first of these, wherever it is.
  if (/<\/script|<!--/i.test(script)) throw new Error(`the script of ${folder} would end early`);
  const sheets = styles.map((path) => readFile(new URL(path, root), 'utf8'));
  const style = shortenStyle((await Promise.all(sheets)).join('\n'));
  await write(
    folder,
    `export const CLIENT_SCRIPT: string = ${JSON.stringify(script)};

export const CLIENT_STYLE: string = ${JSON.stringify(style)};

export const SCRIPT_HASH = '${hash(script)}';

export const STYLE_HASH = '${hash(style)}';
`,
    output,
  );
}

/** A program for Node that needs nothing but Node: it is run as a CommonJS file or by `node -e`. */
async function buildProgram(folder, name) {
  const text = await bundle(folder, { platform: 'node', format: 'cjs' });
  await write(folder, `export const ${name}: string = ${JSON.stringify(text)};\n`);
}

async function bundle(folder, { platform, format }) {
  const bundle = await Rolldown.rolldown({
    input: entryOf(folder),
    platform,
    tsconfig: false,
    transform: { jsx: { runtime: 'automatic', importSource: 'preact' } },
    plugins: [WITHOUT_LOADING],
  });
  const { output } = await bundle.generate({ format, minify: true });
  await bundle.close();
  const [chunk, ...others] = output;
  const foreign = chunk.imports.filter(
    (name) => !(platform === 'node' && name.startsWith('node:')),
  );
  const extra = [...others.map((other) => other.fileName), ...foreign, ...chunk.dynamicImports];
  if (extra.length > 0) throw new Error(`${folder} is not one file alone: ${extra.join(', ')}`);
  const unlisted = packagesOf(chunk).filter((name) => !PAGE_PACKAGES.includes(name));
  if (unlisted.length > 0)
    throw new Error(`${folder} bundles ${unlisted.join(', ')}: add it to PAGE_PACKAGES`);
  return chunk.code.trim();
}

/** A page is made of components, every other program is not. */
function entryOf(folder) {
  const page = new URL(`${folder}/main.tsx`, root);
  return fileURLToPath(existsSync(page) ? page : new URL(`${folder}/main.ts`, root));
}

async function write(folder, text, output = folder) {
  const header = `// Made by scripts/build-programs.mjs from ${folder}/; do not edit.\n\n`;
  await writeGenerated(new URL(`${output}.generated.ts`, root), header + text);
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
