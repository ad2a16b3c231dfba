import { sourceError } from '#platform';

/** The name of the dataset in `langsmith://name`. Throws a UserError where the address has none. */
export function parseLangsmithAddress(address: string): string {
  const hint = 'write langsmith://name-of-the-dataset';
  const [, encoded = ''] = /^langsmith:\/\/([^?#]+?)\/*$/i.exec(address) ?? [];
  if (encoded === '')
    throw sourceError('SOURCE_URL', address, 'datasets are kept in LangSmith only', hint);
  try {
    return decodeURIComponent(encoded);
  } catch {
    throw sourceError('SOURCE_URL', address, 'the name has a % that is not an escape', hint);
  }
}
