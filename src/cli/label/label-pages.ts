import { dirname, relative, resolve } from 'node:path';
import { checkReviewer, datasetError, loadSample } from '#dataset';
import { findRoot, posixRelative } from '#platform';
import { EXIT } from '#run';
import { personalLinks } from '#server';
import { readCatalogFlag } from '../flags/catalog-flag.ts';
import { print } from '../output/output.ts';
import { runWebApp, type WebAppFlags } from '../serve/run-web-app.ts';

/** The flags of `label` without a verb. */
export interface LabelPageFlags extends WebAppFlags {
  readonly reviewer?: string;
  readonly catalog?: string;
}

/** A sample and the project that it is in. */
interface SamplePlace {
  readonly root: string;
  readonly folder: string;
  readonly sample: string;
}

/** Opens the labelling page: of all samples, of one, or of one reviewer. */
export async function openLabelPage(
  folder: string | undefined,
  flags: LabelPageFlags,
): Promise<number> {
  const catalog = await readCatalogFlag(flags.catalog);
  if (folder === undefined) {
    if (flags.reviewer !== undefined)
      throw datasetError(
        'FLAG_REVIEWER',
        '--reviewer needs a sample: label <folder> --reviewer ann',
      );
    const root = findRoot(process.cwd());
    return await runWebApp(root, flags, { catalog, pathOf: () => '/labels' });
  }
  const place = placeOf(folder);
  const { sample } = place;
  const path = `/labels/${encodeURIComponent(sample)}`;
  const { reviewer } = flags;
  if (reviewer === undefined)
    return await runWebApp(place.root, flags, { catalog, pathOf: () => path });
  checkReviewer(reviewer);
  const linkOf = (url: string): string =>
    personalLinks({ ...place, reviewer, role: 'reviewer', url })[0]?.url ?? url;
  return await runWebApp(place.root, flags, { catalog, linkOf });
}

/** The flags of `label link`. */
export interface LinkFlags {
  readonly reviewer?: string;
  readonly adjudicator?: string;
  readonly url?: string;
}

/** Prints personal links, one per line: of all reviewers, or of one person. */
export async function printLinks(folder: string, flags: LinkFlags): Promise<number> {
  const { reviewer, adjudicator, url = null } = flags;
  const links = personalLinks({
    ...placeOf(folder),
    reviewer: adjudicator ?? reviewer ?? null,
    role: adjudicator === undefined ? 'reviewer' : 'adjudicator',
    url,
  });
  if (links.length === 0)
    throw datasetError('FLAG_REVIEWER', 'no case is assigned: say whose link with --reviewer');
  await print(links.map((link) => `${link.reviewer}\t${link.url}\n`));
  process.stderr.write(
    'who has a link acts under its name; deleting .whichtool/link-secret ends all\n',
  );
  return EXIT.ok;
}

/** The project of a sample: the one of the current folder where it is inside, otherwise the one around the sample. */
function placeOf(folder: string): SamplePlace {
  const path = resolve(folder);
  // Throws where it is not a sample.
  loadSample(path);
  const here = findRoot(process.cwd());
  const way = relative(here, path);
  const isInside = way !== '' && !way.startsWith('..');
  const root = isInside ? here : dirname(path);
  return { root, folder: path, sample: posixRelative(root, path) };
}
