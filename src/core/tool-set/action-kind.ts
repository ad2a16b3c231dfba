import { termOf } from '../relevance/term.ts';

/** Actions by what they do to a thing. Tools of different kinds never do the same job. */
const KINDS: readonly string[] = [
  'get read search list show describe view display count',
  'create add insert append',
  'delete uninstall',
  'update set replace rename',
  'send',
  'move',
  'copy',
  'archive',
  'restore',
  'enable start open',
  'disable stop close',
];

const KIND_OF: ReadonlyMap<string, number> = new Map(
  KINDS.flatMap((line, kind) =>
    line.split(' ').map((word): [string, number] => [termOf(word) ?? word, kind]),
  ),
);

/** Whether two actions are known to be of different kinds, such as reading and deleting. */
export function actConversely(a: string | null, b: string | null): boolean {
  const first = KIND_OF.get(a ?? '');
  const other = KIND_OF.get(b ?? '');
  return first !== undefined && other !== undefined && first !== other;
}
