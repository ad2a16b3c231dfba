#!/usr/bin/env node
declare const __WHICHTOOL_VERSION__: string;

const LEFT_BEHIND_MS = 1000;

// Nothing is imported before it is known to be needed: this file is most of what a short command costs.
const args: readonly string[] = process.argv.slice(2);
if (args[0] === '--version' || args[0] === '-V') {
  process.stdout.write(`${__WHICHTOOL_VERSION__}\n`);
} else {
  void import('./program.ts').then(async ({ runProgram }) => {
    process.exitCode = await runProgram(args, __WHICHTOOL_VERSION__);
    // All is written. What a function of the user's left running must not keep the command from ending.
    setTimeout(() => process.exit(), LEFT_BEHIND_MS).unref();
  });
}
