import type { OAuthClientMetadata, OAuthClientProvider } from '@modelcontextprotocol/client';
import type { BrowserOAuth } from '../server-spec.ts';
import { type SignedIn, type StoreKey, TokenStore } from './token-store.ts';

/** Why a server cannot be used before a person signed in. */
class SignInNeeded extends Error {
  override readonly name = 'SignInNeeded';

  constructor() {
    super('it wants a person to sign in, and no sign-in is kept that it accepts');
  }
}

/** What is said about this program where it is registered: a public client that proves itself by PKCE. */
export function clientMetadata(redirectUrl: string, oauth: BrowserOAuth): OAuthClientMetadata {
  return {
    client_name: 'whichtool',
    redirect_uris: [redirectUrl],
    grant_types: ['authorization_code', 'refresh_token'],
    response_types: ['code'],
    token_endpoint_auth_method: oauth.clientSecret === undefined ? 'none' : 'client_secret_basic',
    ...(oauth.scope === undefined ? {} : { scope: oauth.scope }),
  };
}

/**
 * Uses and refreshes the tokens of an earlier sign-in. It never begins one: a run has no browser, so that throws. Throws
 * a `SignInNeeded` at once where nothing is kept.
 */
export function openKeptTokens(
  url: string,
  oauth: BrowserOAuth,
  store: TokenStore = new TokenStore(),
): OAuthClientProvider {
  const key: StoreKey = { url, issuer: oauth.issuer };
  const load = (): SignedIn => {
    const kept = store.load(key);
    if (kept === null || kept.tokens === null) throw new SignInNeeded();
    return kept;
  };
  const first = load();
  return {
    redirectUrl: first.redirectUrl,
    clientMetadata: clientMetadata(first.redirectUrl, oauth),
    clientInformation: () => load().client,
    // Read anew each time: another run may have refreshed them.
    tokens: () => load().tokens ?? undefined,
    saveTokens: (tokens) => store.save({ ...load(), tokens }),
    invalidateCredentials: (scope) => {
      if (scope === 'all' || scope === 'tokens') store.save({ ...load(), tokens: null });
    },
    redirectToAuthorization: () => {
      throw new SignInNeeded();
    },
    saveCodeVerifier: () => {},
    codeVerifier: () => {
      throw new SignInNeeded();
    },
  };
}
