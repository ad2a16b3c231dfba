const UNSAFE = /[<\u2028\u2029]/g;
const HAS_UNSAFE = /[<\u2028\u2029]/;

/** JSON as a data block that no value inside it can close: `<` and the two line separators are written as escapes. */
export function island(id: string, json: string): string {
  const safe = HAS_UNSAFE.test(json) ? json.replace(UNSAFE, escapeUnit) : json;
  return `<script type="application/json" id="${id}">${safe}</script>\n`;
}

function escapeUnit(unit: string): string {
  return `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`;
}
