import { type Json, stringifyJson } from '#core';
import type { LabelSheet } from './sheet.ts';

/** A sheet as lines of JSON, one per case, with the answer so far among the members. */
export function* sheetJsonl({ rows, guideHash }: LabelSheet): Generator<string> {
  for (const row of rows) {
    const { id, caseHash, input, before, tools, rated, question, opinions, answer, rationale } =
      row;
    const line = {
      id,
      case_hash: caseHash,
      ...(guideHash === null ? {} : { guide_hash: guideHash }),
      input,
      before,
      tools_offered: tools.map(({ name }) => name),
      ...(rated === null ? {} : rated),
      ...(question === undefined ? {} : { question: question as unknown as Json }),
      ...(opinions.length === 0 ? {} : { opinions }),
      ...answer,
      ...(rationale === null ? {} : { rationale }),
    };
    yield `${stringifyJson(line)}\n`;
  }
}
