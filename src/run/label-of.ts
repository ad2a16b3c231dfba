import { isSourceUrl, posixRelative } from '#platform';

/** A path as reports show it: from the project root where it is inside, else its last part. */
export function labelOf(path: string, root: string): string {
  if (path === '-') return '(stdin)';
  if (isSourceUrl(path)) return path;
  const label = posixRelative(root, path);
  return label.startsWith('../') ? label.slice(label.lastIndexOf('/') + 1) : label;
}
