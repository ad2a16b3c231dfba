/**
 * A JSON value as it is written: numbers keep their text, so that `1.0` and numbers of many digits are saved as they
 * were typed. A literal that is being typed may not be JSON yet.
 */
export type JsonTree =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'literal'; readonly text: string }
  | { readonly kind: 'list'; readonly items: readonly JsonTree[] }
  | { readonly kind: 'object'; readonly members: readonly TreeMember[] };

/** A member of an object. */
export interface TreeMember {
  readonly key: string;
  readonly value: JsonTree;
}

export const EMPTY_OBJECT: JsonTree = { kind: 'object', members: [] };

/** The value of a member; undefined where the tree is not an object or has no such member. */
export function memberTree(tree: JsonTree | undefined, key: string): JsonTree | undefined {
  if (tree?.kind !== 'object') return undefined;
  return tree.members.find((member) => member.key === key)?.value;
}

/** The object with a member changed, or left out where the value is undefined. New members are in `order`, others last. */
export function withMember(
  tree: JsonTree | undefined,
  key: string,
  value: JsonTree | undefined,
  order: readonly string[] = [],
): JsonTree {
  const members = tree?.kind === 'object' ? tree.members : [];
  if (value === undefined)
    return { kind: 'object', members: members.filter((member) => member.key !== key) };
  if (members.some((member) => member.key === key))
    return {
      kind: 'object',
      members: members.map((member) => (member.key === key ? { key, value } : member)),
    };
  const placeOf = (name: string): number => {
    const place = order.indexOf(name);
    return place < 0 ? order.length : place;
  };
  const later = members.findIndex((member) => placeOf(member.key) > placeOf(key));
  const at = later < 0 ? members.length : later;
  return { kind: 'object', members: members.toSpliced(at, 0, { key, value }) };
}
