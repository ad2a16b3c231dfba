/** Names of variables; those with an underscore are not ordinary words in capitals. */
const NAME = '([A-Z][A-Z0-9_]{2,59})';
const LONG_NAME = '([A-Z][A-Z0-9]*_[A-Z0-9_]{1,50})';

/** What programs say of a variable that they do not have. */
const COMPLAINTS: readonly RegExp[] = [
  `KeyError: ['"]${NAME}['"]`,
  `[Ee]nv(?:ironment)? ?[Vv]ar(?:iable)?s?:? ['"\`$]*${NAME}\\b`,
  `\\b${NAME}\\b['"\`]? [Ee]nv(?:ironment)? ?[Vv]ar`,
  `\\b${LONG_NAME}\\b['"\`]?(?: \\w+){0,3} (?:not set|unset|not defined|undefined|missing|required)\\b`,
  `(?:[Mm]issing|[Ss]et|[Ss]etting|[Ww]ithout|[Rr]equires?|[Nn]eeds?|[Pp]rovide)(?: \\w+){0,4}:? ['"\`$]*${LONG_NAME}\\b`,
].map((pattern) => new RegExp(pattern));

/** How a variable looks that is not an ordinary word in capitals. */
const VARIABLE = /\b[A-Z][A-Z0-9]*_[A-Z0-9_]+\b/g;

/**
 * Says how a program gets an environment variable that it complains about: programs get only those that `env` names.
 * Undefined where it complains about none.
 */
export function hintForVariable(
  stderr: string,
  passed: Readonly<Record<string, string>>,
  environment: Readonly<Record<string, string | undefined>> = process.env,
): string | undefined {
  const isLacking = (name: string): boolean => !Object.hasOwn(passed, name);
  const tail = stderr.slice(-4000);
  const complained = COMPLAINTS.flatMap((pattern) => pattern.exec(tail)?.[1] ?? []);
  const set = (tail.match(VARIABLE) ?? []).filter((name) => environment[name] !== undefined);
  const name = [...complained, ...set].find(isLacking);
  if (name === undefined) return undefined;
  const unset = environment[name] === undefined ? ', which is not set here either' : '';
  // Its name before a value would look like a secret, and be redacted.
  return `programs get only the variables that env: names, as env: { NAME: "\${NAME}" }; add ${name}${unset}`;
}
