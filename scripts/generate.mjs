// Writes every file that is made from others and committed; tests check that they are up to date.
import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';

const node = (...args) => execFileSync('node', args, { stdio: ['ignore', 'pipe', 'inherit'] });

node('scripts/build-programs.mjs');
node('scripts/build-scanner.mjs');
node('scripts/build.mjs');
writeFileSync('schema/suite.json', node('dist/cli.js', 'schema'));
node('scripts/build-docs.mjs');
node('scripts/build-api.mjs');
