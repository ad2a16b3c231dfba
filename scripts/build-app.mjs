// Bundles the web app that `whichtool serve` shows: dist/web/index.html, app.css, app.js
// and the files that it loads when a view needs them.
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { Rolldown } from 'tsdown';
import { markPackages } from './licences.mjs';
import { slimModules } from './slim-modules.mjs';

const root = new URL('../', import.meta.url);
const target = new URL('dist/web/', root);

/**
 * Later style sheets win. Those with `within` apply inside the elements of that selector only.
 * @type {readonly { readonly within: string | null, readonly files: readonly string[] }[]}
 */
const STYLES = [
  {
    within: null,
    files: [
      ...['tokens', 'base', 'controls', 'bar', 'conversation', 'list'].map(
        (name) => `src/web/style/${name}.css`,
      ),
      'src/web/report/style/trace.css',
      'src/web/app/style/app.css',
      'src/web/app/filters/filters.css',
      'src/web/app/runs/runs.css',
      'src/web/app/overview/overview.css',
      'src/web/app/style/live.css',
      'src/web/app/style/labels.css',
      'src/web/app/tour/tour.css',
      'src/web/app/suites/style/suites.css',
    ],
  },
  {
    within: '.report',
    files: [
      ...['layout', 'gates', 'matrix', 'cases', 'trace', 'narrow'].map(
        (name) => `src/web/report/style/${name}.css`,
      ),
      'src/web/app/run/run.css',
      'src/web/app/trace/trace.css',
      'src/web/app/sides/sides.css',
    ],
  },
  { within: ':is(.overview, .figures)', files: ['src/web/report/style/gates.css'] },
  {
    within: '.sheet-view',
    files: ['layout', 'tools', 'fields', 'guide', 'dialogs', 'narrow'].map(
      (name) => `src/web/sheet/style/${name}.css`,
    ),
  },
  { within: null, files: ['src/web/app/style/desk.css'] },
  {
    within: '.suite-edit',
    files: ['gates', 'matrix', 'narrow'].map((name) => `src/web/report/style/${name}.css`),
  },
];

const bundle = await Rolldown.rolldown({
  input: {
    app: fileURLToPath(new URL('src/web/app/main.tsx', root)),
    'json-worker': fileURLToPath(new URL('src/web/app/json-worker/worker.ts', root)),
  },
  platform: 'browser',
  tsconfig: false,
  plugins: [slimModules],
  // Calls of `h` are shorter than those of the automatic runtime.
  transform: {
    jsx: { runtime: 'classic', pragma: 'h', pragmaFrag: 'Fragment' },
    inject: { h: ['preact', 'h'], Fragment: ['preact', 'Fragment'] },
  },
  treeshake: { propertyReadSideEffects: false, unknownGlobalSideEffects: false },
});
const { output } = await bundle.generate({
  format: 'esm',
  minify: true,
  entryFileNames: '[name].js',
  chunkFileNames: '[name].js',
  // What every view needs is one file: two compress worse.
  codeSplitting: { groups: [{ name: 'main', test: /\/src\/web\/app\/main\.tsx$/ }] },
});
await bundle.close();

// What an earlier build left would be served as well.
rmSync(target, { recursive: true, force: true });
mkdirSync(target, { recursive: true });
for (const file of output)
  if (file.type === 'chunk')
    writeFileSync(new URL(file.fileName, target), `${file.code.trimEnd()}\n${markPackages(file)}`);
writeFileSync(
  new URL('app.css', target),
  STYLES.map(({ within, files }) => {
    const style = files.map((path) => readFileSync(new URL(path, root), 'utf8')).join('\n');
    return within === null ? style : `${within} {\n${style}\n}`;
  }).join('\n'),
);
writeFileSync(new URL('index.html', target), readFileSync(new URL('src/web/app/index.html', root)));
