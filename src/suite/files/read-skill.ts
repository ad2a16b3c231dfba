import { basename, dirname } from 'node:path';
import { isJsonObject, type Json, type SkillFile } from '#core';
import { readSuiteText } from '#suite-text';
import { readTextFile } from './read-text-file.ts';

const MAX_BYTES = 4 * 1024 * 1024;

/** A skill, or why the file is not one. */
export type ReadSkill =
  | { readonly ok: true; readonly skill: SkillFile }
  | { readonly ok: false; readonly message: string };

/** Names of files that describe a skill. */
export const SKILL_FILE: RegExp = /(?:^|[\\/])SKILL\.md$/i;

/** Reads a `SKILL.md`: front matter in YAML, then Markdown. Its folder is the name that agents use. */
export async function readSkill(path: string, label: string): Promise<ReadSkill> {
  const read = await readTextFile(path, label, MAX_BYTES);
  if (!read.ok) return { ok: false, message: read.issue.message };
  return parseSkill(read.text, basename(dirname(path)));
}

const FRONT_MATTER = /^---[ \t]*\r?\n([\s\S]*?)(?:\r?\n)?---[ \t]*(?:\r?\n|$)/;

/** Reads the text of a `SKILL.md` in a folder. */
export function parseSkill(text: string, folder: string): ReadSkill {
  const yaml = FRONT_MATTER.exec(text)?.[1];
  if (yaml === undefined)
    return { ok: false, message: 'it does not begin with front matter between two lines of ---' };
  const { problems, composed } = readSuiteText(yaml, 'SKILL.md');
  const value = (composed?.value ?? null) as Json;
  if (problems.errors > 0 || !isJsonObject(value)) {
    const reason = problems.list[0]?.message ?? 'it is not a map such as name: pdf';
    return { ok: false, message: `its front matter cannot be read: ${reason}` };
  }
  const textOf = (key: string): string | null => {
    const entry = Object.hasOwn(value, key) ? value[key] : null;
    return typeof entry === 'string' ? entry : null;
  };
  return {
    ok: true,
    skill: {
      folder,
      name: textOf('name'),
      description: textOf('description'),
      keys: Object.keys(value),
      lines: text.split('\n').length,
    },
  };
}
