import { boundedFetch } from './bounded-fetch.ts';
import type { HttpServer } from './server-spec.ts';
import type { ServerTransport } from './server-transport.ts';

const FAREWELL_MS = 1000;

/** Streamable HTTP without redirects to elsewhere and without OAuth: no browser is ever opened. */
export async function openHttpTransport({ url, headers }: HttpServer): Promise<ServerTransport> {
  const address = new URL(url);
  if (address.protocol !== 'http:' && address.protocol !== 'https:') {
    throw new Error(`only http and https are spoken, not ${address.protocol}`);
  }
  const { StreamableHTTPClientTransport } = await import('@modelcontextprotocol/client');

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
  return new HttpTransport(address, {
    requestInit: { headers: { ...headers } },
    fetch: boundedFetch(address.origin),
  });
}
