import { randomBytes } from 'node:crypto';
import type {
  StoredOAuthClientInformation,
  OAuthClientProvider,
} from '@modelcontextprotocol/client';
import { boundedFetch } from './bounded-fetch.ts';
import type { BrowserOAuth } from './server-spec.ts';
import { clientMetadata } from './oauth/kept-tokens.ts';
import { openLoopbackRedirect } from './oauth/loopback-redirect.ts';
import { TokenStore } from './oauth/token-store.ts';

/** How a person signs in. */
export interface SignInOptions {
  readonly url: string;
  readonly oauth: BrowserOAuth;
  /** Called with the page that the person must open. */
  readonly onPage: (page: URL) => void;
  readonly signal: AbortSignal;
  readonly store?: TokenStore;
}

/**
 * Signs in to a server by a browser and keeps the tokens: authorization code with PKCE, back to this machine. The client is
 * registered with the issuer where the suite names none. Throws where that is refused, or the signal is aborted.
 */
export async function signIn(options: SignInOptions): Promise<void> {
  const { url, oauth, signal, store = new TokenStore() } = options;
  const { auth } = await import('@modelcontextprotocol/client');
  const state = randomBytes(32).toString('base64url');
  const redirect = await openLoopbackRedirect(state, oauth.redirectPort ?? 0, signal);
  try {
    const asked = {
      serverUrl: url,
      fetchFn: boundedFetch(new URL(url).origin, new URL(oauth.issuer).origin),
      ...(oauth.scope === undefined ? {} : { scope: oauth.scope }),
    };
    const provider = openProvider(options, redirect.url, state, store);
    const result = await auth(provider, asked);
    if (result === 'AUTHORIZED') return;
    const parameters = await redirect.parameters;
    const code = parameters.get('code');
    if (code === null) {
      const error = parameters.get('error') ?? 'no code came back';
      throw new Error(`signing in was refused: ${error.slice(0, 200)}`);
    }
    const iss = parameters.get('iss');
    await auth(provider, {
      ...asked,
      authorizationCode: code,
      ...(iss === null ? {} : { iss }),
    });
  } finally {
    redirect.close();
  }
}

/** A client without tokens: an earlier sign-in does not count. */
function openProvider(
  { url, oauth, onPage }: SignInOptions,
  redirectUrl: string,
  state: string,
  store: TokenStore,
): OAuthClientProvider {
  let client: StoredOAuthClientInformation | undefined =
    oauth.clientId === undefined
      ? undefined
      : {
          client_id: oauth.clientId,
          ...(oauth.clientSecret === undefined ? {} : { client_secret: oauth.clientSecret }),
        };
  let verifier = '';
  return {
    redirectUrl,
    clientMetadata: clientMetadata(redirectUrl, oauth),
    state: () => state,
    clientInformation: () => client,
    saveClientInformation: (registered) => {
      client = registered;
    },
    tokens: () => undefined,
    saveTokens: (tokens) => {
      if (client === undefined) throw new Error('there is no client to keep tokens for');
      store.save({ url, issuer: oauth.issuer, redirectUrl, client, tokens });
    },
    redirectToAuthorization: (page) => {
      const isLocal = page.hostname === '127.0.0.1' || page.hostname === 'localhost';
      if (page.protocol !== 'https:' && !isLocal)
        throw new Error(`the page to sign in is not over https: ${page.origin}`);
      onPage(page);
    },
    saveCodeVerifier: (value) => {
      verifier = value;
    },
    codeVerifier: () => verifier,
  };
}
