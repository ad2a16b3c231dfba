import { randomBytes } from 'node:crypto';
import { linkSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { UserError } from '#core';
import { errorCode, makeFolder, readFailure, writeFailure } from '#platform';
import { stateFolder } from '#store';
import { serverError } from '../codes.ts';

const SECRET_FILE = 'link-secret';
const SECRET = /^[0-9a-f]{64}\n$/;

/** The secret of a project that personal links are signed with; made at the first call. Deleting the file revokes all links. */
export function loadSecret(root: string): Buffer {
  const file = join(stateFolder(root), SECRET_FILE);
  return readSecret(file) ?? makeSecret(file, stateFolder(root));
}

function readSecret(file: string): Buffer | null {
  try {
    const text = readFileSync(file, 'utf8');
    if (SECRET.test(text)) return Buffer.from(text.trim(), 'hex');
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return null;
    throw new UserError([readFailure(error, file)]);
  }
  throw serverError('SERVE_SECRET', 'this is not a secret that whichtool has written', {
    where: { file },
    hint: 'delete it: a new one is made, and personal links must be made again',
  });
}

/** Of several processes that make one at the same time, the first wins. */
function makeSecret(file: string, folder: string): Buffer {
  const draft = `${file}-${randomBytes(6).toString('hex')}`;
  try {
    makeFolder(folder);
    writeFileSync(draft, `${randomBytes(32).toString('hex')}\n`, { mode: 0o600, flag: 'wx' });
    linkSync(draft, file);
  } catch (error) {
    if (errorCode(error) !== 'EEXIST') throw new UserError([writeFailure(error, file)]);
  } finally {
    rmSync(draft, { force: true });
  }
  return readSecret(file) as Buffer;
}
