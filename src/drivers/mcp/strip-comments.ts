/** JSON text without `//` and block comments and without commas before a closing bracket, as editors write their settings. */
export function stripComments(text: string): string {
  const kept = text.replace(
    /("(?:[^"\\]|\\.)*")|\/\/[^\n]*|\/\*[\s\S]*?\*\//g,
    (all, quoted: string | undefined) => quoted ?? all.replace(/[^\n]/g, ' '),
  );
  return kept.replace(
    /("(?:[^"\\]|\\.)*")|,(?=\s*[\]}])/g,
    (_all, quoted: string | undefined) => quoted ?? ' ',
  );
}
