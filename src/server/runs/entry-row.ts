import type { ReportEntry, RunEvidence } from '#core';

/** What a row of a list can show of a text. */
const MAX_TEXT = 300;
const MAX_ITEMS = 20;

/** An entry as a list shows it: names and verdicts, the start of the question, and no other texts. */
export function rowOf(entry: ReportEntry): ReportEntry {
  const { evidence, findings } = entry;
  return {
    ...entry,
    evidence: evidence === null ? null : briefOf(evidence),
    findings: {
      misses: findings.misses
        .slice(0, MAX_ITEMS)

        .map(({ hint: _hint, expected, ...miss }) => ({ ...miss, expected: cut(expected) })),
      calls: findings.calls
        .slice(0, MAX_ITEMS)
        .map(({ hint: _hint, arguments: _arguments, ...call }) => call),
    },
  };
}

function briefOf({ where, run, question, calls, expected }: RunEvidence): RunEvidence {
  return {
    where,
    ...(run === undefined ? {} : { run }),
    ...(question === undefined ? {} : { question: cut(question) }),
    ...(calls === undefined
      ? {}
      : {
          calls: calls
            .slice(0, MAX_ITEMS)
            .map(({ tool, verdict }) => ({ tool, ...(verdict === undefined ? {} : { verdict }) })),
        }),
    ...(expected === undefined
      ? {}
      : {
          expected: {
            calls: expected.calls.slice(0, MAX_ITEMS).map(({ tool }) => ({ tool })),
            ...(expected.alternatives === undefined
              ? {}
              : { alternatives: expected.alternatives.slice(0, MAX_ITEMS) }),
          },
        }),
  };
}

function cut(text: string): string {
  return text.slice(0, MAX_TEXT);
}
