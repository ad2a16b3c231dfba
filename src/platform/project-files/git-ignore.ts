/** A line of a `.gitignore`. */
interface IgnoreRule {
  readonly isNegated: boolean;
  readonly isForFolders: boolean;
  /** Against the path from the folder of the file. */
  readonly pattern: RegExp;
}

/** The rules of a `.gitignore`, and of those in the folders above. The file nearest to a path decides. */
export class GitIgnore {
  readonly #above: GitIgnore | null;
  /** The path of its folder, with forward slashes and one at the end. */
  readonly #folder: string;
  readonly #rules: readonly IgnoreRule[];

  constructor(above: GitIgnore | null, folder: string, text: string) {
    this.#above = above;
    this.#folder = folder.endsWith('/') ? folder : `${folder}/`;
    this.#rules = text.split(/\r?\n/).flatMap(parseRule);
  }

  /** Whether a file or folder below is ignored; paths have forward slashes. */
  isIgnored(path: string, isFolder: boolean): boolean {
    const way = path.slice(this.#folder.length);
    const rule = this.#rules.findLast(
      ({ isForFolders, pattern }) => (isFolder || !isForFolders) && pattern.test(way),
    );
    if (rule !== undefined) return !rule.isNegated;
    return this.#above?.isIgnored(path, isFolder) === true;
  }
}

function parseRule(line: string): readonly IgnoreRule[] {
  const text = line.replace(/(?<!\\) +$/, '');
  if (text === '' || text.startsWith('#')) return [];
  const isNegated = text.startsWith('!');
  const written = isNegated ? text.slice(1) : text;
  const isForFolders = written.endsWith('/');
  const path = isForFolders ? written.slice(0, -1) : written;
  // A pattern with a slash is about a place, one without about a name anywhere below.
  const isPlaced = path.includes('/');
  const source = toSource(path.startsWith('/') ? path.slice(1) : path);
  const pattern = toPattern(isPlaced ? `^${source}$` : `(?:^|/)${source}$`);
  return pattern === null ? [] : [{ isNegated, isForFolders, pattern }];
}

/** Null where git, too, would match nothing. */
function toPattern(source: string): RegExp | null {
  try {
    return new RegExp(source, 's');
  } catch {
    return null;
  }
}

const TOKEN = /^\*\*\/|\/\*\*\/|\/\*\*$|\*+|\?|\[!?\]?[^\]]*\]|\\.|[^*?[\\/]+|[\s\S]/g;

function toSource(glob: string): string {
  return glob.replace(TOKEN, (token) => {
    if (token === '**/') return '(?:.*/)?';
    if (token === '/**/') return '/(?:.*/)?';
    if (token === '/**') return '/.+';
    if (token.startsWith('*')) return '[^/]*';
    if (token === '?') return '[^/]';
    if (token.startsWith('[') && token.length > 1)
      return `[${token.startsWith('[!') ? '^' : ''}${token.slice(token.startsWith('[!') ? 2 : 1, -1).replace(/[\\[\]^]/g, '\\$&')}]`;
    const literal = token.startsWith('\\') && token.length > 1 ? token.slice(1) : token;
    return literal.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&');
  });
}
