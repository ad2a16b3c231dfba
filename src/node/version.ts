declare const __WHICHTOOL_VERSION__: string | undefined;

/** The version of the package, put in by the build. */
export const VERSION: string =
  typeof __WHICHTOOL_VERSION__ === 'undefined' ? '0.0.0-dev' : __WHICHTOOL_VERSION__;
