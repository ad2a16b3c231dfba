/** The codes of the server, with what each means. Public: only ever added to. */
export const SERVER_CODES = {
  SERVE_ADDRESS: ['unusable', 'it is not known where the web app is reached'],
  SERVE_HOST: ['unusable', 'an address beyond this machine needs a token of your own'],
  SERVE_PORT: ['unusable', 'the address or port cannot be listened on'],
  SERVE_SECRET: ['unusable', 'the secret that personal links are signed with cannot be read'],
} as const;
