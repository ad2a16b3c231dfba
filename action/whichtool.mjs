import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** Runs whichtool in the working directory; answers its exit code. */
export async function runWhichtool(args, { quiet = false } = {}) {
  // Suites may run code of their own: it must not find the token.
  const { WHICHTOOL_TOKEN: _, ...env } = process.env;
  const version = env.WHICHTOOL_VERSION || versionOfAction();
  const [command, ...before] = npx();
  const child = spawn(command, [...before, '--yes', `whichtool@${version}`, ...args], {
    env,
    stdio: ['ignore', quiet ? 'ignore' : 'inherit', 'inherit'],
  });
  return await new Promise((settle, refuse) => {
    child.on('error', refuse);
    child.on('close', (code) => settle(code ?? 3));
  });
}

/** On Windows npx is a batch file, which only a shell can start: its script is started instead. */
function npx() {
  if (process.platform !== 'win32') return ['npx'];
  return [process.execPath, join(dirname(process.execPath), 'node_modules/npm/bin/npx-cli.js')];
}

/** An action is released with the package, under one version. */
function versionOfAction() {
  return JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')).version;
}

/** The words of a line as a shell would part them: blanks separate, quotes keep together. Nothing is expanded. */
export function splitWords(text) {
  const words = (text ?? '').match(/(?:[^\s"']+|"[^"]*"|'[^']*')+/g) ?? [];
  return words.map((word) => word.replaceAll(/"([^"]*)"|'([^']*)'/g, '$1$2'));
}
