// How to write what was probably meant by a value of the wrong type.
import { operatorOf } from './foreign-keys.ts';

const OPERATORS: ReadonlySet<string> = new Set(['>=', '>', '<=', '<', '==', '!=']);
const COMPARISON = /^([\w.]*)\s*([<>=!≥≤≠]{1,3})\s*(\d[\d.]*\s*%?)$/;

/** A gate that is one text, such as `calls.total <= 80`, as a map. */
export function hintForGate(text: string): string | undefined {
  if (/^[a-z][\w.]{0,80}$/i.test(text)) return `write ${text}: { ">=": … }`;
  const [, metric = '', sign = '', value = ''] = COMPARISON.exec(text.trim()) ?? [];
  const operator = OPERATORS.has(sign) ? sign : operatorOf(sign);
  if (operator === null || value === '') return undefined;
  return `write ${metric === '' ? '' : `${metric}: `}{ "${operator}": ${value} }`;
}

/** A command that is one text, as the list of its words. */
export function hintForCommand(text: string): string {
  const words = [...text.matchAll(/(?:[^\s"']+|"[^"]*"|'[^']*')+/g)].map(([word]) =>
    word.replace(
      /"([^"]*)"|'([^']*)'/g,
      (_, double?: string, single?: string) => double ?? single ?? '',
    ),
  );
  return `write [${words.map(formatWord).join(', ')}]`;
}

/** Words are quoted where YAML would read them as something else. */
function formatWord(word: string): string {
  const isPlain = /^[\w./-][^,[\]{}#&*!|>'"%@`:\n\\]*$/.test(word) && !/^-?$|^- /.test(word);
  return isPlain && !/^(?:true|false|null|yes|no|on|off|~|[-.\d]+)$/i.test(word)
    ? word
    : JSON.stringify(word);
}
