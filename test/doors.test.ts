import { existsSync, readFileSync } from 'node:fs';
import { load } from 'js-yaml';
import { expect, it } from 'vitest';

const { version, bin, files } = JSON.parse(readFileSync('package.json', 'utf8')) as {
  version: string;
  bin: Record<string, string>;
  files: readonly string[];
};

it('copies only files that exist into the image', () => {
  const copied = [
    ...readFileSync('Dockerfile', 'utf8').matchAll(/^COPY (?!--)(.*) \S+$/gm),
  ].flatMap(([, paths = '']) => paths.split(' '));
  expect(copied.length).toBeGreaterThan(10);
  expect(copied.filter((path) => !existsSync(path))).toEqual([]);
  const isMade = (path: string): boolean => /^(?:dist|THIRD|sbom|\.claude|\.pre)/.test(path);
  const shipped = files.filter((path) => !isMade(path));
  expect(shipped.filter((path) => !copied.includes(path))).toEqual([]);
});

it('pins the version in snippets that start whichtool in CI and in plug-ins', () => {
  const pages = ['README.md', 'docs/ci.md', 'docs/mcp.md', '.claude-plugin/plugin.json'];
  const python = ['examples/pytest/test_tools.py'];
  for (const page of [...pages, ...python]) {
    const text = readFileSync(page, 'utf8');
    expect({ page, loose: /--yes["', ]+whichtool[ "']/.test(text) }).toEqual({
      page,
      loose: false,
    });
    for (const [, pinned] of text.matchAll(/whichtool@v?(\d[\w.]*\w)/g))
      expect({ page, pinned }).toEqual({ page, pinned: version });
  }
});

it('has hooks that name commands and files of suites', () => {
  const hooks = load(readFileSync('.pre-commit-hooks.yaml', 'utf8')) as {
    id: string;
    entry: string;
    files: string;
  }[];
  for (const { entry, files: pattern } of hooks) {
    expect(Object.keys(bin)).toContain(entry.split(' ')[0]);
    expect(new RegExp(pattern).test('a/b.whichtool.yaml')).toBe(true);
    expect(new RegExp(pattern).test('a/other.yaml')).toBe(false);
  }
});

it('has a skill with a name and a description, which the plug-in names', () => {
  const skill = readFileSync('skills/whichtool/SKILL.md', 'utf8');
  const [, matter = ''] = /^---\n([\s\S]*?)\n---\n/.exec(skill) ?? [];
  const { name, description } = load(matter) as { name: string; description: string };
  expect(name).toBe('whichtool');
  expect(description.length).toBeLessThan(1024);
  const plugin = JSON.parse(readFileSync('.claude-plugin/plugin.json', 'utf8')) as {
    skills: string;
  };
  expect(existsSync(plugin.skills)).toBe(true);
});

it('is ready for SchemaStore: the id, and a pattern for every suite of the examples', () => {
  const { catalog } = JSON.parse(readFileSync('schema/schemastore.json', 'utf8')) as {
    catalog: { name: string; url: string; fileMatch: readonly string[] };
  };
  const schema = JSON.parse(readFileSync('schema/suite.json', 'utf8')) as Record<string, string>;
  expect([schema.$id, schema.title]).toEqual([catalog.url, catalog.name]);
  expect(catalog.fileMatch).toContain('*.whichtool.yaml');
});

it('lists the packages in the scripts of pages in the SBOM and the licences', () => {
  const { components } = JSON.parse(readFileSync('sbom.cdx.json', 'utf8')) as {
    components: readonly { readonly name: string }[];
  };
  const names = components.map(({ name }) => name);
  const licences = readFileSync('THIRD-PARTY-LICENSES.txt', 'utf8');
  // The app loads the parser of suites and the engine for patterns, too.
  for (const name of ['preact', 'js-yaml', 're2js']) {
    expect(names).toContain(name);
    expect(licences).toContain(`\n${name} `);
  }
  const app = readFileSync('dist/web/main.js', 'utf8');
  expect(app).toContain('\n//#region node_modules/preact/\n');
});
