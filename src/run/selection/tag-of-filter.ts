const TAG = 'tag:';

/** The tag that a filter names as `tag:name`; null for a filter by name. */
export function tagOfFilter(filter: string | null): string | null {
  return filter?.startsWith(TAG) === true ? filter.slice(TAG.length) : null;
}
