// Runs the scripts `check:…` of package.json, two at a time; all of them, even where one fails.
import { exec } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { delimiter } from 'node:path';

const AT_ONCE = 2;
/** The longest first, so that none of them is left alone at the end. */
const STEPS = ['types', 'lint', 'rooms', 'unused', 'wording', 'structure', 'format'];

const { scripts } = JSON.parse(readFileSync('package.json', 'utf8'));
const env = { ...process.env, PATH: `node_modules/.bin${delimiter}${process.env.PATH}` };
const maxBuffer = 64 * 1024 * 1024;

const waiting = [...STEPS];
await Promise.all(Array.from({ length: AT_ONCE }, work));

async function work() {
  for (let step = waiting.shift(); step !== undefined; step = waiting.shift()) await run(step);
}

function run(step) {
  return new Promise((done) => {
    exec(scripts[`check:${step}`], { env, maxBuffer }, (error, stdout, stderr) => {
      process.stdout.write(stdout);
      process.stderr.write(stderr);
      if (error !== null) {
        process.stderr.write(`check:${step} failed\n`);
        process.exitCode = 1;
      }
      done();
    });
  });
}
