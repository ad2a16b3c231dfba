import type { OAuthClientProvider } from '@modelcontextprotocol/client';
import { boundedFetch } from './bounded-fetch.ts';
import { openKeptTokens } from './oauth/kept-tokens.ts';
import type { HttpServer, SecretOAuth } from './server-spec.ts';
import type { ServerTransport } from './server-transport.ts';

const FAREWELL_MS = 1000;

/**
 * Streamable HTTP or SSE without redirects to elsewhere. A token is asked for with a secret of the suite and kept in
 * memory, or it is that of a person who signed in before; no browser is ever opened here.
 */
export async function openHttpTransport(server: HttpServer): Promise<ServerTransport> {
  const { url, headers, isSse = false, oauth } = server;
  const address = new URL(url);
  if (address.protocol !== 'http:' && address.protocol !== 'https:') {
    throw new Error(`only http and https are spoken, not ${address.protocol}`);
  }
  const { SSEClientTransport, StreamableHTTPClientTransport } =
    await import('@modelcontextprotocol/client');

  class HttpTransport extends StreamableHTTPClientTransport implements ServerTransport {
    failure: string | null = null;
    #isClosing = false;

    fail(why: string): void {
      if (this.#isClosing) return;
      this.failure = why;
      this.#isClosing = true;
      void super.close();
    }

    override async close(): Promise<void> {
      if (this.#isClosing) return;
      this.#isClosing = true;
      // A session is ended, but a server that does not answer is not waited for.
      const timeout = setTimeout(() => void super.close(), FAREWELL_MS);
      await this.terminateSession().catch(() => {});
      clearTimeout(timeout);
      await super.close();
    }
  }

  class SseTransport extends SSEClientTransport implements ServerTransport {
    failure: string | null = null;

    fail(why: string): void {
      this.failure ??= why;
      void this.close();
    }
  }

  const issuer = oauth === undefined ? [] : [new URL(oauth.issuer).origin];
  const options = {
    requestInit: { headers: { ...headers } },
    fetch: boundedFetch(address.origin, ...issuer),
    ...(oauth === undefined
      ? {}
      : {
          authProvider:
            oauth.grant === 'authorization_code'
              ? openKeptTokens(url, oauth)
              : await openOAuth(oauth),
        }),
  };
  return isSse ? new SseTransport(address, options) : new HttpTransport(address, options);
}

async function openOAuth({
  clientId,
  clientSecret,
  issuer,
  scope,
}: SecretOAuth): Promise<OAuthClientProvider> {
  const { ClientCredentialsProvider } = await import('@modelcontextprotocol/client');
  /** Nothing is stored, so there is nothing to discard: the client would say that on the console. */
  class Provider extends ClientCredentialsProvider {
    async invalidateCredentials(): Promise<void> {}
  }
  return new Provider({
    clientId,
    clientSecret,
    expectedIssuer: issuer,
    ...(scope === undefined ? {} : { scope }),
  });
}
