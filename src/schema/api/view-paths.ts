/** The views of the web app and their addresses: the server answers each with the same page, which shows the view. */
export const VIEW_PATHS = {
  overview: '/',
  runs: '/runs',
  run: '/runs/:run',
  entry: '/runs/:run/:entry',
  trace: '/runs/:run/:entry/trace',
  compare: '/compare',
  models: '/models',
  labels: '/labels',
  queue: '/labels/:sample',
  adjudicate: '/labels/:sample/adjudicate',
  agreement: '/labels/:sample/agreement',
  case: '/labels/:sample/:case',
  live: '/live',
  drift: '/drift',
  suites: '/suites',
  suite: '/suites/:suite',
  try: '/try',
} as const satisfies Readonly<Record<string, string>>;

/** The name of a view of the web app. */
export type ViewName = keyof typeof VIEW_PATHS;
