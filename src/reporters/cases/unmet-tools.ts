import type { QuotedExpectation } from '#core';
import { callText } from './evidence-columns.ts';
import { type CalledTool, type ExpectedTool, isSameTool } from './called-tools.ts';
import { type CaseFaults, NO_COMPLAINT } from './case-faults.ts';

/** What was expected of a run and did not happen. */
export interface Unmet {
  readonly tools: readonly ExpectedTool[];
  /** What scorers say of the run as a whole, such as a wrong order. */
  readonly sentences: readonly string[];
}

/** Finds what was missed: as scorers say, or by the names of calls where the report lists no miss of this run. */
export function unmetTools(
  expected: QuotedExpectation | undefined,
  calls: readonly CalledTool[] | undefined,
  { missed }: CaseFaults,
): Unmet {
  const names = missed.map((miss) => miss.expected);
  if (expected === undefined) return { tools: names.map((tool) => ({ tool })), sentences: [] };
  const open = [...expected.calls];
  if (names.length === 0) return { tools: byCalls(open, calls), sentences: [] };
  const tools: ExpectedTool[] = [];
  const sentences: string[] = [];
  for (const text of names) {
    const isSame = (each: ExpectedTool): boolean => text === callText(each);
    const isOfTool = ({ tool }: ExpectedTool): boolean =>
      text === tool || text.startsWith(`${tool} `);
    const at = open.findIndex(open.some(isSame) ? isSame : isOfTool);
    const [match] = at < 0 ? [] : open.splice(at, 1);
    if (match !== undefined) tools.push(match);
    // A sentence has blanks; the name of a class that the expectation does not list has none.
    else if (/\s/.test(text)) sentences.push(text);
    else tools.push({ tool: text });
  }
  return { tools, sentences };
}

/** The expected calls that no call without a complaint can have met. */
function byCalls(
  expected: readonly ExpectedTool[],
  calls: readonly CalledTool[] | undefined,
): readonly ExpectedTool[] {
  if (calls === undefined) return [];
  const right = calls.filter(
    ({ verdict }) => verdict === undefined || verdict === 'mismatch' || NO_COMPLAINT.has(verdict),
  );
  // Members of a class have other names than the class.
  if (right.length >= expected.length) return [];
  const unused = [...right];
  return expected.filter(({ tool }) => {
    const at = unused.findIndex((call) => isSameTool(call.tool, tool));
    if (at >= 0) unused.splice(at, 1);
    return at < 0;
  });
}
