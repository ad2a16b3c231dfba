import type { Json, JsonObject } from '#core';

/** The spellings of a name: only the names that readers ask for. */
const spellings = new Map<string, readonly [camel: string, pascal: string]>();

/** A member in the spelling of Python (`call_id`), of .NET on the web (`callId`), or of .NET (`CallId`). */
export function memberOf(value: JsonObject, name: string): Json | undefined {
  const [camel, pascal] = spellings.get(name) ?? spell(name);
  return value[name] ?? value[camel] ?? value[pascal];
}

function spell(name: string): readonly [string, string] {
  const camel = name.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());
  const spelled = [camel, camel.charAt(0).toUpperCase() + camel.slice(1)] as const;
  spellings.set(name, spelled);
  return spelled;
}
