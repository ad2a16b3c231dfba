/** Upper limit for all texts of one request. A longer question is not asked: a cut one would be another question. */
export const MAX_PROMPT_CHARACTERS = 200_000;

/** What is kept of a reason, with a marker in place of the rest. */
export const MAX_REASON_CHARACTERS = 1000;

/** How long a judge is asked to write; longer reasons are accepted. */
export const ASKED_REASON_CHARACTERS = 500;

/** How often a judge is asked again after an answer that cannot be used, for one question. */
export const MAX_REASKS = 2;
