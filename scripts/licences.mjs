// The licences of the packages that are bundled into dist/, as their terms ask.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';

/** The bundler marks where each module of a package begins. */
const BUNDLED = /^\/\/#region node_modules\/((?:@[^/\n]+\/)?[^/\n]+)\//gm;

export function writeLicences(file) {
  const parts = bundledPackages().map((name) => {
    const folder = `node_modules/${name}`;
    const { version, license } = JSON.parse(readFileSync(`${folder}/package.json`, 'utf8'));
    const text = readdirSync(folder).find((entry) => /^licen[cs]e/i.test(entry));
    if (text === undefined) throw new Error(`${name} has no licence text to ship`);
    return `${name} ${version} (${license})\n\n${readFileSync(`${folder}/${text}`, 'utf8').trim()}\n`;
  });
  const between = `\n${'-'.repeat(80)}\n\n`;
  writeFileSync(file, `whichtool bundles these packages.\n\n${parts.join(between)}`);
}

function bundledPackages() {
  const names = new Set();
  for (const entry of readdirSync('dist', { recursive: true, encoding: 'utf8' })) {
    if (!entry.endsWith('.js')) continue;
    for (const [, name] of readFileSync(`dist/${entry}`, 'utf8').matchAll(BUNDLED)) names.add(name);
  }
  return [...names].sort((a, b) => (a < b ? -1 : 1));
}
