/** A name in the spelling of exported values: `tool-call` and `tool_call` are `toolCall`. */
export function toCamelCase(name) {
  return name.replace(/[-_](.)/g, (_, first) => first.toUpperCase());
}

/** A name for people: `tool-call` and `tool_call` are `Tool call`. */
export function toTitle(name) {
  const words = name.replace(/[-_]/g, ' ');
  return words[0].toUpperCase() + words.slice(1);
}
