/**
 * Escapes the message of a workflow command: what is after the second `::`.
 * Our own line breaks survive as `%0A`; text from a trace comes here already made visible.
 */
export function escapeCommandData(text: string): string {
  return text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A');
}

/** Escapes the value of a workflow command's property, such as a path or a title. */
export function escapeCommandProperty(text: string): string {
  return escapeCommandData(text).replaceAll(':', '%3A').replaceAll(',', '%2C');
}
