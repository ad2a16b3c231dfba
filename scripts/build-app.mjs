// Bundles the web app that `whichtool serve` shows: dist/web/index.html, app.js and app.css.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { Rolldown } from 'tsdown';

const root = new URL('../', import.meta.url);
const target = new URL('dist/web/', root);

/** Later style sheets win. */
const STYLES = ['src/web/style/tokens.css', 'src/web/app/style/app.css'];

const bundle = await Rolldown.rolldown({
  input: fileURLToPath(new URL('src/web/app/main.tsx', root)),
  platform: 'browser',
  tsconfig: false,
  transform: { jsx: { runtime: 'automatic', importSource: 'preact' } },
});
const { output } = await bundle.generate({ format: 'esm', minify: true });
await bundle.close();
if (output.length > 1) throw new Error('the web app is more than one file');

mkdirSync(target, { recursive: true });
writeFileSync(new URL('app.js', target), output[0].code);
writeFileSync(
  new URL('app.css', target),
  STYLES.map((path) => readFileSync(new URL(path, root), 'utf8')).join('\n'),
);
writeFileSync(new URL('index.html', target), readFileSync(new URL('src/web/app/index.html', root)));
