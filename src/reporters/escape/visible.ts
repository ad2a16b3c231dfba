// The ranges are written out because Unicode properties differ between runtimes and the bytes we print must not.
const HIDDEN = new RegExp(
  '[' +
    // C0, DEL, C1: terminal control.
    '\\u0000-\\u001f\\u007f-\\u009f' +
    // Zero-width, bidi, fillers, separators and other characters that show nothing of themselves.
    '\\u00ad\\u034f\\u061c\\u115f\\u1160\\u17b4\\u17b5\\u180b-\\u180f\\u200b-\\u200f\\u2028-\\u202e\\u2060-\\u206f\\u2800' +
    '\\u3164\\ufe00-\\ufe0e\\ufeff\\uffa0\\u{1bca0}-\\u{1bca3}\\u{1d173}-\\u{1d17a}\\u{e0000}-\\u{e0fff}' +
    // Lone surrogates, non-characters, interlinear marks: not text at all.
    '\\ud800-\\udfff\\ufdd0-\\ufdef\\ufff0-\\ufffb\\ufffe\\uffff' +
    ']' +
    // The emoji selector stays where it makes an emoji and is shown where it only hides.
    '|(?<![\\u2122-\\u2bff\\u{1f000}-\\u{1faff}])\\ufe0f',
  'gu',
);

const PLAIN = /^[ -~]*$/;

function escapeOne(character: string): string {
  if (character === '\n') return '\\n';
  if (character === '\r') return '\\r';
  if (character === '\t') return '\\t';
  const code = character.codePointAt(0) ?? 0;
  const hex = code.toString(16);
  return code <= 0xff ? `\\x${hex.padStart(2, '0')}` : `\\u{${hex.padStart(4, '0')}}`;
}

/**
 * Writes characters that control a terminal, reorder or hide text as visible escapes, line breaks included.
 * The terminal's escaper, and the first step of every other one.
 */
export function makeVisible(text: string): string {
  return PLAIN.test(text) ? text : text.replace(HIDDEN, escapeOne);
}
