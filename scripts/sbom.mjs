// A CycloneDX list of what the package consists of: what is bundled into dist/, and what is installed with it.
import { readFileSync, writeFileSync } from 'node:fs';
import { bundledPackages } from './licences.mjs';

const read = (file) => JSON.parse(readFileSync(file, 'utf8'));

/** Writes the list; without times and random ids, so that the same sources give the same bytes. */
export function writeSbom(file) {
  const { name, version, license, dependencies } = read('package.json');
  const component = (of, scope) => {
    const manifest = read(`node_modules/${of}/package.json`);
    return {
      type: 'library',
      'bom-ref': purlOf(of, manifest.version),
      name: of,
      version: manifest.version,
      scope,
      licenses: [licenceOf(manifest.license)],
      purl: purlOf(of, manifest.version),
      properties: [
        { name: 'whichtool:use', value: scope === 'required' ? 'bundled' : 'installed' },
      ],
    };
  };
  const root = purlOf(name, version);
  const components = [
    ...bundledPackages().map((of) => component(of, 'required')),
    ...Object.keys(dependencies).map((of) => component(of, 'optional')),
  ];
  const document = {
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    version: 1,
    metadata: {
      component: {
        type: 'application',
        'bom-ref': root,
        name,
        version,
        licenses: [licenceOf(license)],
        purl: root,
      },
    },
    components,
    dependencies: [{ ref: root, dependsOn: components.map((each) => each['bom-ref']) }],
  };
  writeFileSync(file, `${JSON.stringify(document, null, 2)}\n`);
}

function purlOf(name, version) {
  return `pkg:npm/${name.replace('@', '%40')}@${version}`;
}

/** An id of SPDX, or an expression of several. */
function licenceOf(license) {
  const text = typeof license === 'string' ? license : 'NOASSERTION';
  return /^[\w.+-]+$/.test(text) ? { license: { id: text } } : { expression: text };
}
