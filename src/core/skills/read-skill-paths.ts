/** The last two parts of a path to the file of a skill: its folder is its name. */
const SKILL_FILE = /(?:^|[\\/])([^\\/]+)[\\/]SKILL\.md$/i;
const BARE_FILE = /^(?:\.[\\/])?SKILL\.md$/i;
/** Several skills at once: the agent looks at what there is and picks none of them. */
const WILDCARD = /[*?[\]{}$]/;

/** The name of the skill whose file a path names, from a folder where it is only `SKILL.md`; null where it names none. */
export function skillOfPath(path: string, folder: string | null = null): string | null {
  const name = SKILL_FILE.exec(path)?.[1] ?? (BARE_FILE.test(path) ? lastPart(folder) : null);
  return name === null || name === '.' || name === '..' || WILDCARD.test(name) ? null : name;
}

function lastPart(folder: string | null): string | null {
  return folder?.split(/[\\/]/).findLast((part) => part !== '') ?? null;
}

/** Programs that print a file. */
const PRINTERS = new Set(
  'cat bat batcat head tail less more nl sed awk type gc get-content'.split(' '),
);

/** The skills whose files a shell command prints, in order, each once. Commands that only write or search are not picks. */
export function skillsOfCommand(command: string, folder: string | null): readonly string[] {
  const names = new Set<string>();
  let at = folder;
  for (const words of simpleCommands(command)) {
    const [program = '', ...rest] = withoutPrefixes(words);
    const base = program.split(/[\\/]/).at(-1)?.toLowerCase() ?? '';
    if (base === 'cd' || base === 'pushd') at = rest.find((word) => !word.startsWith('-')) ?? at;
    if (!PRINTERS.has(base) || changesFiles(base, rest)) continue;
    for (const word of withoutTargets(rest)) {
      const name = skillOfPath(word, at);
      if (name !== null) names.add(name);
    }
  }
  return [...names];
}

function changesFiles(program: string, words: readonly string[]): boolean {
  return program === 'sed' && words.some((word) => /^(?:-[a-z]*i|--in-place)/i.test(word));
}

/** Words without those that the shell opens for writing. */
function withoutTargets(words: readonly string[]): readonly string[] {
  return words.filter((word, i) => {
    return !/^\d*>{1,2}./.test(word) && !/^\d*>{1,2}$/.test(words[i - 1] ?? '');
  });
}

/** A command without what comes before its program: variables, `sudo`, a shell with `-c`. */
function withoutPrefixes(words: readonly string[]): readonly string[] {
  const start = words.findIndex((word) => !/^(?:\w+=.*|sudo|command|exec|time|\(|\{)$/.test(word));
  return start === -1 ? [] : words.slice(start);
}

const WORD = /"(?:[^"\\]|\\.)*"|'[^']*'|[;&|\n]+|(?:[^\s;&|"'\\]|\\.)+|\s+/g;

/** Splits a command line into its simple commands, each a list of words without their quotes. */
function simpleCommands(text: string): readonly (readonly string[])[] {
  const commands: string[][] = [[]];
  let isNewWord = true;
  for (const [token] of text.slice(0, MAX_COMMAND).matchAll(WORD)) {
    const words = commands.at(-1) as string[];
    if (/^[;&|\n]/.test(token)) commands.push([]);
    if (/^[\s;&|]/.test(token)) {
      if (/\n/.test(token)) commands.push([]);
      isNewWord = true;
      continue;
    }
    const word = unquote(token);
    if (isNewWord) words.push(word);
    else words.push(`${words.pop() ?? ''}${word}`);
    isNewWord = false;
  }
  return commands;
}

/** Scripts are long, and those that read a skill begin with it. */
const MAX_COMMAND = 64 * 1024;

function unquote(token: string): string {
  if (token.startsWith("'")) return token.slice(1, -1);
  const inner = token.startsWith('"') ? token.slice(1, -1) : token;
  // A backslash before a letter is a path of Windows.
  return inner.replace(/\\([^\w.])/g, '$1');
}
