import { type Grade, GRADES, isJsonObject, type Json, type JsonObject } from '#core';

/** What is wrong with an answer. The message names members that we asked for, and quotes nothing. */
export class AnswerFault extends Error {}

/** Throws where an object has other members than these. */
export function requireMembers(
  object: JsonObject,
  names: readonly string[],
  subject: string,
): void {
  for (const name of names)
    if (!Object.hasOwn(object, name)) throw new AnswerFault(`${subject} lacks "${name}"`);
  if (Object.keys(object).length > names.length)
    throw new AnswerFault(`${subject} has members that were not asked for`);
}

export function textAt(object: JsonObject, name: string): string {
  const value = object[name];
  if (typeof value !== 'string') throw new AnswerFault(`"${name}" is not a text`);
  return value;
}

export function booleanAt(object: JsonObject, name: string): boolean {
  const value = object[name];
  if (typeof value !== 'boolean') throw new AnswerFault(`"${name}" is not true or false`);
  return value;
}

export function gradeAt(object: JsonObject): Grade {
  const grade = GRADES.find((candidate) => candidate === object.score);
  if (grade === undefined) throw new AnswerFault('"score" is not one of the numbers 1, 0.5 and 0');
  return grade;
}

export function objectsAt(object: JsonObject, name: string): readonly JsonObject[] {
  const value: Json | undefined = object[name];
  if (!Array.isArray(value)) throw new AnswerFault(`"${name}" is not a list`);
  return value.map((item: Json) => {
    if (!isJsonObject(item)) throw new AnswerFault(`an entry of "${name}" is not an object`);
    return item;
  });
}
