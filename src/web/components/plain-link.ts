/** The link of a plain click. With a modifier, or for another window, the browser follows the link itself: null. */
export function plainLinkOf(event: MouseEvent): HTMLAnchorElement | null {
  if (event.defaultPrevented || event.button !== 0) return null;
  if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return null;
  const link = event.target instanceof Element ? event.target.closest('a') : null;
  return link === null || link.target !== '' || link.hasAttribute('download') ? null : link;
}
