import { isJsonObject, type Json } from '#core';

/** What an error of the client says, with what it was caused by: fetch hides the reason there. */
export function describeClientError(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const said = shorten(error.message);
  return error.cause instanceof Error ? `${said}: ${error.cause.message}` : said;
}

/** For an answer that breaks the protocol the client throws a page of JSON; this makes it one line. */
function shorten(message: string): string {
  const start = message.indexOf(': [');
  if (start === -1) return message;
  let faults: Json;
  try {
    faults = JSON.parse(message.slice(start + 2)) as Json;
  } catch {
    return message;
  }
  const lines = (faults as readonly Json[]).map((fault) => {
    const { path, message: why } = isJsonObject(fault) ? fault : {};
    if (!Array.isArray(path) || typeof why !== 'string') return JSON.stringify(fault);
    return `${path.join('.')}: ${why.replace(/^Invalid input: /, '')}`;
  });
  return `${message.slice(0, start)}: ${lines.join('; ')}`;
}
