/** An address that SDKs read from a variable, and where they go without it. */
interface ModelAddress {
  readonly vendor: string;
  /** All variables that programs read it from; the first is the usual one. */
  readonly variables: readonly [string, ...string[]];
  readonly upstream: string;
}

const ADDRESSES: readonly ModelAddress[] = [
  {
    vendor: 'openai',
    variables: ['OPENAI_BASE_URL', 'OPENAI_API_BASE'],
    upstream: 'https://api.openai.com/v1',
  },
  {
    vendor: 'anthropic',
    variables: ['ANTHROPIC_BASE_URL'],
    upstream: 'https://api.anthropic.com',
  },
  {
    vendor: 'google',
    variables: ['GOOGLE_GEMINI_BASE_URL'],
    upstream: 'https://generativelanguage.googleapis.com',
  },
];

type Environment = Readonly<Record<string, string | undefined>>;

/** Where requests to each vendor go on to: what the environment says, otherwise the vendor's own address. */
export function upstreamsOf(environment: Environment): ReadonlyMap<string, URL> {
  return new Map(
    ADDRESSES.map(({ vendor, variables, upstream }) => {
      const written = variables.map((name) => environment[name]).find((value) => value);
      const address = written !== undefined && URL.canParse(written) ? written : upstream;
      return [vendor, new URL(address)];
    }),
  );
}

/** The variables that make a program ask its models through us. Paths are those of the real addresses. */
export function modelEnvironment(
  url: string,
  upstreams: ReadonlyMap<string, URL>,
): Record<string, string> {
  return Object.fromEntries(
    ADDRESSES.flatMap(({ vendor, variables }) => {
      const path = upstreams.get(vendor)?.pathname.replace(/\/$/, '') ?? '';
      return variables.map((name): [string, string] => [name, `${url}/model/${vendor}${path}`]);
    }),
  );
}
