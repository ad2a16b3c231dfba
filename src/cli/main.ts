#!/usr/bin/env node
declare const __WHICHTOOL_VERSION__: string;

// Nothing is imported before it is known to be needed: this file is most of what a short command costs.
const [first] = process.argv.slice(2);
if (first === '--version' || first === '-V') {
  process.stdout.write(`${__WHICHTOOL_VERSION__}\n`);
} else {
  const { runProgram } = await import('./program.ts');
  process.exitCode = await runProgram(process.argv.slice(2));
}
