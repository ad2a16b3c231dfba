import type { LabelSheet, SheetRow, SheetTool } from '#schema';

export type { LabelSheet, SheetRow, SheetTool };

/** Columns that a reviewer fills in. An answer with statements is rated by them, and its rating follows. */
export function answerColumns({
  task,
  rows,
}: Pick<LabelSheet, 'task' | 'rows'>): readonly string[] {
  if (task === 'label') return ['expected_tool', 'expected_args', 'expected_calls'];
  const questions = rows.flatMap(({ question }) => (question?.kind === 'answer' ? question : []));
  const ids = questions.flatMap(({ statements }) => statements.map(({ id }) => `met_${id}`));
  if (ids.length === 0) return ['rating', 'clause'];
  const hasScore = questions.some(({ rubric }) => rubric !== null);
  return [...(hasScore ? ['score'] : []), ...new Set(ids), 'clause'];
}
