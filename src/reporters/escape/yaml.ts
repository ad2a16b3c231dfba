import { makeVisible } from './visible.ts';

/** What YAML reads as a text without quotes, in a flow list too. */
const PLAIN = /^[A-Za-z_][A-Za-z0-9_.-]*(?: [A-Za-z0-9_.()-]+)*$/;
/** Words that some YAML readers take for something else than text. */
const RESERVED = /^(?:true|false|yes|no|on|off|null|y|n|nan|inf)$/i;

/** Writes text as a YAML scalar: as it is where that is safe, otherwise in double quotes with everything that hides or controls escaped. */
export function yamlText(text: string): string {
  if (PLAIN.test(text) && !RESERVED.test(text)) return text;
  let escaped = '';
  for (const character of text) {
    if (character === '"' || character === '\\') escaped += `\\${character}`;
    else escaped += makeVisible(character) === character ? character : escapeOne(character);
  }
  return `"${escaped}"`;
}

function escapeOne(character: string): string {
  const code = character.codePointAt(0) ?? 0;
  // Half of a pair is not text: YAML cannot contain it.
  if (code >= 0xd800 && code <= 0xdfff) return '\\uFFFD';
  const hex = code.toString(16).toUpperCase();
  return code > 0xffff ? `\\U${hex.padStart(8, '0')}` : `\\u${hex.padStart(4, '0')}`;
}
