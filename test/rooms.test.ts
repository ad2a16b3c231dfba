import { execFileSync } from 'node:child_process';
import { cp, mkdtemp, realpath, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';

const NODE = "import { readFileSync } from 'node:fs';\nexport const x: unknown = readFileSync;\n";
const PACKAGE = "import { createJiti } from 'jiti';\nexport const x: unknown = createJiti;\n";

/** Files that break a rule: the rule, the file, its text. */
const BREACHES: readonly (readonly [rule: string, file: string, text: string])[] = [
  [
    'format-imports-format',
    'src/readers/formats/atif/planted-sibling.ts',
    "import { nativeFormat } from '../native/index.ts';\nexport const x: unknown = nativeFormat;\n",
  ],
  [
    'model-imports-format',
    'src/readers/spans/planted-format.ts',
    "import { nativeFormat } from '../formats/native/index.ts';\nexport const x: unknown = nativeFormat;\n",
  ],
  [
    'scorer-imports-scorer',
    'src/core/scorers/goal/planted-sibling.ts',
    "import { answer } from '../answer/answer.ts';\nexport const x: unknown = answer;\n",
  ],
  ['no-node', 'src/core/planted-node.ts', NODE],
  ['no-node', 'src/schema/planted-node.ts', NODE],
  ['no-node', 'src/suite-text/planted-node.ts', NODE],
  ['no-node', 'src/reporters/planted-node.ts', NODE],
  ['no-node', 'src/web/report/planted-node.ts', NODE],
  ['pages-have-one-framework', 'src/web/report/planted-package.ts', PACKAGE],
  ['core-is-pure', 'src/core/planted-package.ts', PACKAGE],
  ['door-is-not-late', 'src/run/planted-late.ts', "await import('#drivers');\n"],
  ['programs-are-small', 'src/platform/subprocess/watchdog/planted-package.ts', PACKAGE],
  [
    'core-imports',
    'src/core/planted-suite.ts',
    "import { loadSuite } from '#suite';\nexport const x: unknown = loadSuite;\n",
  ],
  [
    'bulk-imports',
    'src/bulk/planted-readers.ts',
    "import { readTraces } from '#readers';\nexport const x: unknown = readTraces;\n",
  ],
  [
    'web-imports',
    'src/web/report/planted-readers.ts',
    "import { readTraces } from '#readers';\nexport const x: unknown = readTraces;\n",
  ],
  [
    'suite-text-door',
    'src/suite/planted-door.ts',
    "import { parseTemplate } from '../suite-text/template/template.ts';\nexport const x: unknown = parseTemplate;\n",
  ],
  [
    'programs-are-compiled',
    'src/platform/planted-program.ts',
    "import './subprocess/watchdog/main.ts';\n",
  ],
  ['programs-are-compiled', 'src/web/report/planted-program.ts', "import './main.tsx';\n"],
  [
    'wasm-imports',
    'wasm/scanner/planted-core.ts',
    "import { parseJson } from '../../src/core/index';\nexport const x: unknown = parseJson;\n",
  ],
  [
    'wasm-is-compiled',
    'src/readers/planted-scanner.ts',
    "import { scan } from '../../wasm/scanner/index.ts';\nexport const x: unknown = scan;\n",
  ],
  [
    'no-circles',
    'src/run/planted-circle.ts',
    "import { y } from './planted-round.ts';\nexport const x: unknown = y;\n",
  ],
  [
    'resolvable',
    'src/run/planted-nothing.ts',
    "import { nothing } from './no-such-file.ts';\nexport const x: unknown = nothing;\n",
  ],
];

/** The other file of the planted circle. */
const CIRCLE_END = [
  'src/run/planted-round.ts',
  "import { x } from './planted-circle.ts';\nexport const y: unknown = x;\n",
] as const;

const COPIED = ['.dependency-cruiser.js', 'package.json', 'tsconfig.json', 'src', 'wasm'];

/** The rules, followed no further from a planted file than a circle of two is long. */
const NEAR = `import rules from './.dependency-cruiser.js';
export default { ...rules, options: { ...rules.options, maxDepth: 2 } };
`;

/** A copy of what the import check reads. Breaches in it cannot stay behind in the sources. */
async function copyTree(): Promise<string> {
  const folder = await realpath(await mkdtemp(join(tmpdir(), 'whichtool-rooms-')));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  await Promise.all(COPIED.map((name) => cp(name, join(folder, name), { recursive: true })));
  await symlink(join(process.cwd(), 'node_modules'), join(folder, 'node_modules'), 'junction');
  return folder;
}

/** What the rules find in the planted files of a folder. The rest of the tree is for `npm run check`. */
function check(folder: string): string {
  const files = BREACHES.map(([, file]) => file);
  try {
    execFileSync('node_modules/.bin/depcruise', ['--config', 'near.js', ...files], {
      cwd: folder,
      encoding: 'utf8',
      stdio: 'pipe',
    });
    return '';
  } catch (error) {
    return (error as { stdout: string }).stdout;
  }
}

it('turns red for each breach that is planted, and for nothing else', async () => {
  const folder = await copyTree();
  await writeFile(join(folder, 'near.js'), NEAR);
  const files = [...BREACHES.map(([, ...planted]) => planted), CIRCLE_END];
  for (const [file, text] of files) await writeFile(join(folder, file), text);
  const findings = [...check(folder).matchAll(/error (\S+: \S+)/g)].map(
    ([, finding = '']) => finding,
  );
  const planted = BREACHES.map(([rule, file]) => `${rule}: ${file}`);
  expect(findings.toSorted()).toEqual(planted.toSorted());
});
