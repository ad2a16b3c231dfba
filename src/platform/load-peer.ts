import { PEER_CODES, userErrorsOf } from '#core';
import { errorCode } from './file-issue.ts';

const peerError = userErrorsOf(PEER_CODES);

/** Loads packages that are installed only where they are needed. Throws a UserError that names the install command. */
export async function loadPeer<T>(
  load: () => Promise<T>,
  { purpose, packages }: { readonly purpose: string; readonly packages: readonly string[] },
): Promise<T> {
  try {
    return await load();
  } catch (error) {
    if (errorCode(error) !== 'ERR_MODULE_NOT_FOUND') throw error;
    const names = packages.join(' ');
    throw peerError('PEER_MISSING', `${purpose} needs ${packages.join(' and ')}`, {
      hint: `install it with: npm install ${names}`,
    });
  }
}
