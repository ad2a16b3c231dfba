/**
 * What controls a terminal, reorders or hides text and that JSON may contain as it is. The ranges are written out
 * because Unicode properties differ between runtimes.
 */
const HIDDEN = new RegExp(
  '[\\u007f-\\u009f\\u00ad\\u034f\\u061c\\u115f\\u1160\\u17b4\\u17b5\\u180b-\\u180f\\u200b-\\u200f\\u2028-\\u202e' +
    '\\u2060-\\u206f\\u2800\\u3164\\ufdd0-\\ufdef\\ufe00-\\ufe0e\\ufeff\\uffa0\\ufff0-\\ufffb\\ufffe\\uffff' +
    '\\u{1bca0}-\\u{1bca3}\\u{1d173}-\\u{1d17a}\\u{e0000}-\\u{e0fff}]',
  'gu',
);

function escapeUnits(text: string): string {
  let escaped = '';
  for (let i = 0; i < text.length; i++)
    escaped += `\\u${text.charCodeAt(i).toString(16).padStart(4, '0')}`;
  return escaped;
}

/** JSON that means the same and can be shown on a terminal: control and bidi characters are escapes. */
export function escapeJson(json: string): string {
  return json.replace(HIDDEN, escapeUnits);
}
