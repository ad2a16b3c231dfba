import type { LikelySet, ToolRef } from '#core';
import { makeVisible } from '../escape/visible.ts';
import { yamlText } from '../escape/yaml.ts';
import { clip } from '../values/clip.ts';
import { explainSet } from './wording.ts';

const MAX_COMMENT_LENGTH = 200;

/** Likely sets as the `classes:` of a suite, with the evidence for each in a comment. */
export function* formatClasses(sets: readonly LikelySet[]): Iterable<string> {
  yield 'classes:';
  for (const set of sets) {
    yield `  # ${makeVisible(clip(explainSet(set), MAX_COMMENT_LENGTH))}`;
    yield `  - name: ${yamlText(set.name)}`;
    yield '    members:';
    for (const member of set.members) yield `      - ${yamlMember(member)}`;
  }
}

/** A tool as a suite names it: spelled with a dot where that is exact, otherwise as a pair. */
export function yamlMember({ server, name }: ToolRef): string {
  if (server === null) return name.includes('.') ? `{ tool: ${yamlText(name)} }` : yamlText(name);
  if (server.includes('.') || name.includes('.'))
    return `{ server: ${yamlText(server)}, tool: ${yamlText(name)} }`;
  return yamlText(`${server}.${name}`);
}
