import type { JsonTree } from './json-tree.ts';

/** The JSON text of a tree: on one line, or with a line for each member. */
export function formatTree(tree: JsonTree, isPretty = false, indent = ''): string {
  if (tree.kind === 'text') return JSON.stringify(tree.text);
  if (tree.kind === 'literal') return tree.text.trim();
  const inner = isPretty ? `${indent}  ` : '';
  const colon = isPretty ? ': ' : ':';
  const parts =
    tree.kind === 'list'
      ? tree.items.map((item) => formatTree(item, isPretty, inner))
      : tree.members.map(
          ({ key, value }) => JSON.stringify(key) + colon + formatTree(value, isPretty, inner),
        );
  const [open, close] = tree.kind === 'list' ? ['[', ']'] : ['{', '}'];
  if (parts.length === 0 || !isPretty) return `${open}${parts.join(',')}${close}`;
  return `${open}\n${inner}${parts.join(`,\n${inner}`)}\n${indent}${close}`;
}
