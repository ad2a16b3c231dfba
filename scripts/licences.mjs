// The licences of the packages that are bundled into dist/, as their terms ask.
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';

const BUNDLED = [
  'ajv',
  'commander',
  'csv-parse',
  'fast-deep-equal',
  'fast-uri',
  'fdir',
  'get-east-asian-width',
  'js-yaml',
  'json-schema-traverse',
  'picocolors',
  'picomatch',
  're2js',
  'require-from-string',
  'string-width',
  'strip-ansi',
  'ansi-regex',
  'tinyglobby',
  'yaml',
];

export function writeLicences(file) {
  const parts = BUNDLED.filter((name) => existsSync(`node_modules/${name}/package.json`))
    .sort()
    .map((name) => {
      const folder = `node_modules/${name}`;
      const { version, license } = JSON.parse(readFileSync(`${folder}/package.json`, 'utf8'));
      const text = readdirSync(folder).find((entry) => /^licen[cs]e/i.test(entry));
      const body = text === undefined ? '' : readFileSync(`${folder}/${text}`, 'utf8').trim();
      return `${name} ${version} (${license})\n\n${body}\n`;
    });
  writeFileSync(
    file,
    `whichtool bundles these packages.\n\n${parts.join(`\n${'-'.repeat(80)}\n\n`)}`,
  );
}
