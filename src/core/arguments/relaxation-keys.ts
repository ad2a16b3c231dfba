import type { JsonObject } from '../json/json.ts';
import { about, anything, closed, flag, listOf, mapOf, text, typed } from '../schema/schema.ts';

const relaxations = {
  ignore: about('Arguments that are not compared, such as `$.request_id`.', listOf(text)),
  defaults: about('Values that a missing argument stands for.', typed<JsonObject>(mapOf(anything))),
  case_insensitive: about('Compare text without regard to case (ASCII).', flag),
  trim: about('Compare text without blanks at its ends (ASCII).', flag),
  numeric_strings: about('A number written as text equals that number.', flag),
};

/** The options of every scorer that compares arguments. */
export const relaxationKeys = {
  ...relaxations,
  today: about('The day that `{ $date: { days: … } }` counts from: `2026-03-01`.', text),
  for_tool: about('Relaxations that replace these for single tools.', mapOf(closed(relaxations))),
};
