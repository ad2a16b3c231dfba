import { stringifyJson } from '#core';
import type { LabelSheet } from './sheet.ts';

/** A sheet as lines of JSON, one per case, with the answer so far among the members. */
export function* sheetJsonl({ rows, guideHash }: LabelSheet): Generator<string> {
  for (const { id, caseHash, input, before, tools, rated, opinions, answer, rationale } of rows) {
    const line = {
      id,
      case_hash: caseHash,
      ...(guideHash === null ? {} : { guide_hash: guideHash }),
      input,
      before,
      tools_offered: tools,
      ...(rated === null ? {} : rated),
      ...(opinions.length === 0 ? {} : { opinions }),
      ...answer,
      ...(rationale === null ? {} : { rationale }),
    };
    yield `${stringifyJson(line)}\n`;
  }
}
