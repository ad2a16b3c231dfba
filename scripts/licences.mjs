// The licences of the packages that are bundled into dist/, as their terms ask.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';

/** The bundler marks where each module of a package begins. */
const BUNDLED = /^\/\/#region node_modules\/((?:@[^/\n]+\/)?[^/\n]+)\//gm;

/** The packages in the scripts of pages that are texts in dist/; `build-programs.mjs` allows no others. */
export const PAGE_PACKAGES = ['preact'];

/** The names of the packages that a chunk of a bundle has modules of. */
export function packagesOf(chunk) {
  const names = chunk.moduleIds.flatMap((id) => {
    const [, name] = /.*\/node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(id) ?? [];
    return name === undefined ? [] : [name];
  });
  return [...new Set(names)].sort((a, b) => (a < b ? -1 : 1));
}

/** The marks of the bundler, for a chunk that was minified: that drops them. */
export function markPackages(chunk) {
  return packagesOf(chunk)
    .map((name) => `//#region node_modules/${name}/\n`)
    .join('');
}

export function writeLicences(file) {
  const parts = bundledPackages().map((name) => {
    const folder = `node_modules/${name}`;
    const { version, license } = JSON.parse(readFileSync(`${folder}/package.json`, 'utf8'));
    const file = readdirSync(folder).find((entry) => /^licen[cs]e/i.test(entry));
    const text = file === undefined ? headersOf(folder) : readFileSync(`${folder}/${file}`, 'utf8');
    if (text.trim() === '') throw new Error(`${name} has no licence text to ship`);
    return `${name} ${version} (${license})\n\n${text.trim()}\n`;
  });
  const between = `\n${'-'.repeat(80)}\n\n`;
  writeFileSync(file, `whichtool bundles these packages.\n\n${parts.join(between)}`);
}

/** What the files of a package that has no licence file say at their head, each text once. */
function headersOf(folder) {
  const heads = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((entry) => entry.endsWith('.js'))
    .sort()
    .map((entry) => /^(?:\/\/.*\n)+/.exec(readFileSync(`${folder}/${entry}`, 'utf8'))?.[0] ?? '')
    .filter((head) => /copyright/i.test(head))
    .map((head) => head.replaceAll(/^\/\/ ?/gm, '').trim());
  return [...new Set(heads)].join('\n\n');
}

/** The names of all packages that are bundled, sorted. */
export function bundledPackages() {
  const names = new Set(PAGE_PACKAGES);
  for (const entry of readdirSync('dist', { recursive: true, encoding: 'utf8' })) {
    if (!/\.c?[jt]s$/.test(entry)) continue;
    for (const [, name] of readFileSync(`dist/${entry}`, 'utf8').matchAll(BUNDLED)) names.add(name);
  }
  return [...names].sort((a, b) => (a < b ? -1 : 1));
}
