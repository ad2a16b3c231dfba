import { makeVisible } from '#reporters';

/** What to do after a command: why, and commands that can be pasted. */
export interface NextStep {
  readonly what: string;
  readonly commands: readonly string[];
}

/** Prints what to do next, to standard error: results stay alone on standard output. */
export function printNext({ what, commands }: NextStep): void {
  const lines = commands.map((command) => `  ${makeVisible(command)}\n`);
  process.stderr.write(
    `Next: ${makeVisible(what)}${lines.length === 0 ? '' : ':'}\n${lines.join('')}`,
  );
}

/** A command of this program as it is typed; words that a shell would read otherwise are quoted. */
export function commandLine(...words: readonly string[]): string {
  return ['npx', 'whichtool', ...words.map(quoteWord)].join(' ');
}

function quoteWord(word: string): string {
  return /^[\w./:@%+=,-]+$/.test(word) ? word : `'${word.replaceAll("'", String.raw`'\''`)}'`;
}
