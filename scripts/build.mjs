// Builds dist/ and the licences and the list of what is bundled into it.
import { execFileSync } from 'node:child_process';
import { chmodSync } from 'node:fs';
import { writeLicences } from './licences.mjs';
import { writeSbom } from './sbom.mjs';

execFileSync('npx', ['tsdown', '--logLevel', 'error'], { stdio: ['ignore', 'ignore', 'inherit'] });
await import('./build-app.mjs');
chmodSync('dist/cli.js', 0o755);
writeLicences('THIRD-PARTY-LICENSES.txt');
writeSbom('sbom.cdx.json');
