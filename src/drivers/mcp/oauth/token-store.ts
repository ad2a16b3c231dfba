import { createHash, randomBytes } from 'node:crypto';
import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import type { StoredOAuthClientInformation, StoredOAuthTokens } from '@modelcontextprotocol/client';
import { isJsonObject, type Json } from '#core';

/** What signing in to a server left: who we are there, and what lets us in. */
export interface SignedIn {
  readonly url: string;
  readonly issuer: string;
  /** Where the browser was sent back to: registered with the client. */
  readonly redirectUrl: string;
  readonly client: StoredOAuthClientInformation;
  readonly tokens: StoredOAuthTokens | null;
}

/** A server and who gives its tokens. */
export type StoreKey = Pick<SignedIn, 'url' | 'issuer'>;

type Environment = Readonly<Record<string, string | undefined>>;

/** Where tokens are kept: never below a project, so that they are not committed or uploaded. */
export function tokenFolder(environment: Environment = process.env): string {
  const state = environment['XDG_STATE_HOME'] || join(homedir(), '.local', 'state');
  return join(state, 'whichtool', 'oauth');
}

/** Tokens as files that only their owner can read, one for each server and issuer. */
export class TokenStore {
  readonly #folder: string;

  constructor(folder: string = tokenFolder()) {
    this.#folder = folder;
  }

  /** Null where nothing was kept, or what was kept cannot be used. */
  load(key: StoreKey): SignedIn | null {
    try {
      const value = JSON.parse(readFileSync(this.#path(key), 'utf8')) as Json;
      return isSignedIn(value, key) ? value : null;
    } catch {
      return null;
    }
  }

  save(signedIn: SignedIn): void {
    mkdirSync(this.#folder, { recursive: true, mode: 0o700 });
    const path = this.#path(signedIn);
    const draft = `${path}.${randomBytes(6).toString('hex')}`;
    try {
      writeFileSync(draft, `${JSON.stringify(signedIn)}\n`, { mode: 0o600, flag: 'wx' });
      renameSync(draft, path);
    } catch (error) {
      rmSync(draft, { force: true });
      throw error;
    }
  }

  #path({ url, issuer }: StoreKey): string {
    const name = createHash('sha256')
      .update(JSON.stringify([url, issuer]))
      .digest('hex');
    return join(this.#folder, `${name.slice(0, 32)}.json`);
  }
}

function isSignedIn(value: Json, { url, issuer }: StoreKey): value is Json & SignedIn {
  if (!isJsonObject(value) || value.url !== url || value.issuer !== issuer) return false;
  const { client = null, tokens = null, redirectUrl } = value;
  const hasClient = isJsonObject(client) && typeof client['client_id'] === 'string';
  const hasTokens = tokens === null || isJsonObject(tokens);
  return hasClient && hasTokens && typeof redirectUrl === 'string';
}

/** The tokens and the secret that are kept for a server: no report or cassette may contain them. */
export function keptSecrets(
  key: StoreKey,
  store: TokenStore = new TokenStore(),
): readonly string[] {
  const { client, tokens } = store.load(key) ?? {};
  const secret = client === undefined || !('client_secret' in client) ? '' : client.client_secret;
  return [secret, tokens?.access_token, tokens?.refresh_token, tokens?.id_token].filter(
    (item): item is string => typeof item === 'string' && item !== '',
  );
}
