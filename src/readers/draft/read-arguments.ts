import { type Arguments, isJsonObject, type Json, stringifyJson } from '#core';
import { parseAgain } from './parse-again.ts';

/** What a call passed, and why it is not a JSON object where that is odd. */
export interface ReadArguments {
  readonly value: Arguments;
  readonly problem: string | null;
}

const ABSENT: ReadArguments = { value: { state: 'absent' }, problem: null };

/**
 * Arguments as programs record them: an object, JSON text, or JSON text inside JSON text. Anything else stays text.
 * Nothing is evaluated, so the repr of another language is text, too.
 */
export function readArguments(recorded: Json | undefined): ReadArguments {
  if (recorded === undefined || recorded === null || recorded === '') return ABSENT;
  if (isJsonObject(recorded)) return parsed(recorded);
  if (typeof recorded !== 'string') return unparsed(stringifyJson(recorded), 'not an object');
  const once = parseAgain(recorded);
  if (!once.ok) return unparsed(recorded, once.message);
  if (isJsonObject(once.value)) return parsed(once.value);
  if (once.value === null) return ABSENT;
  if (typeof once.value !== 'string') return unparsed(recorded, 'not an object');
  const twice = parseAgain(once.value);
  return twice.ok && isJsonObject(twice.value)
    ? parsed(twice.value)
    : unparsed(recorded, 'text in text');
}

function parsed(value: Extract<Arguments, { state: 'parsed' }>['value']): ReadArguments {
  return { value: { state: 'parsed', value }, problem: null };
}

function unparsed(text: string, problem: string): ReadArguments {
  return { value: { state: 'unparsed', text }, problem };
}
