#!/usr/bin/env node
import { VERSION } from './version.ts';

const [first] = process.argv.slice(2);
if (first === '--version' || first === '-V') {
  process.stdout.write(`${VERSION}\n`);
} else {
  const { runProgram } = await import('./program.ts');
  process.exitCode = await runProgram(process.argv.slice(2));
}
