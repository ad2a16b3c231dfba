import { loadSecret } from '../access/load-secret.ts';
import { readAddress } from '../http/served-at.ts';
import { serverError } from '../issues/codes.ts';
import { labelLink, reviewersOf } from './links.ts';

/** Whose links are made. */
export interface LinkRequest {
  readonly root: string;
  /** The path of the sample in the project, and its folder. */
  readonly sample: string;
  readonly folder: string;
  /** Null for all to whom cases are assigned. */
  readonly reviewer: string | null;
  readonly role: 'reviewer' | 'adjudicator';
  /** Where the web app is reached; null where it says that itself. */
  readonly url: string | null;
}

/** A personal link. */
export interface PersonalLink {
  readonly reviewer: string;
  readonly url: string;
}

/** The personal links of people who label a sample. They stay valid when the web app is started again. */
export function personalLinks(request: LinkRequest): readonly PersonalLink[] {
  const { root, sample, folder, reviewer, role } = request;
  const origin = originOf(request);
  const secret = loadSecret(root);
  const names = reviewer === null ? reviewersOf(folder) : [reviewer];
  return names.map((name) => ({
    reviewer: name,
    url: new URL(labelLink(sample, { reviewer: name, role }, secret).path, origin).href,
  }));
}

function originOf({ root, url }: LinkRequest): string {
  const text = url ?? readAddress(root);
  if (text !== null && URL.canParse(text) && /^https?:$/.test(new URL(text).protocol)) return text;
  if (url !== null) throw serverError('SERVE_ADDRESS', `"${url}" is not an address of a server`);
  throw serverError('SERVE_ADDRESS', 'the web app of this project does not run', {
    hint: 'start it with whichtool serve, or say with --url where it will be',
  });
}
