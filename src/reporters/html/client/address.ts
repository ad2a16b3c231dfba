/** Browsers ignore addresses that change too often, as they would while a key is held down. */
const SETTLED_MS = 150;

/** Keeps the part after `#` in step with what is open, and reports when someone else changes it. */
export function createAddress(read: (hash: string) => void): {
  /** `visit` makes a step that Back undoes. */
  write(route: string, visit: boolean): void;
} {
  let written = currentRoute();
  let timer = 0;
  addEventListener('hashchange', () => {
    if (currentRoute() === written) return;
    written = currentRoute();
    read(written);
  });
  return {
    write(route, visit) {
      written = route;
      clearTimeout(timer);
      if (currentRoute() === route) return;
      if (visit) location.hash = route;
      else timer = setTimeout(() => location.replace(`#${route}`), SETTLED_MS);
    },
  };
}

function currentRoute(): string {
  return location.hash.replace(/^#/, '');
}
