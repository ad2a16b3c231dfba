// The words that names, comments and docs do not use, and what to write instead.

/** Folders and files that are not checked yet. Each line is a debt: delete it when the folder passes. */
export const NOT_CHECKED_YET = [];

/** Pages whose lines and paragraphs are not checked yet. */
export const NOT_WRAPPED_YET = [];

/** A change is one short sentence in the changelog. */
export const MAX_ENTRY_WORDS = 25;

/** Names in code. */
export const NAMES = [
  { ban: /\b(?:MOST|LONGEST|LARGEST|HIGHEST)_\w+/g, write: 'MAX_…' },
  { ban: /\b(?:FEWEST|LEAST|SHORTEST)_\w+/g, write: 'MIN_…' },
  { ban: /\bPatientModel\b|\bpatientModel\b/g, write: 'RetryingModel' },
  { ban: /\bPassingError\b/g, write: 'TransientError' },
  { ban: /\bOddities\b/g, write: 'ProtocolWarnings' },
  {
    ban: /\b(?:Workshop|Crew|Lessons|Takers)\b/g,
    write: 'thread pool, workers, table, candidates',
  },
  { ban: /(?<!Reflect\.)\b(?:Own|own)[A-Z]\w*/g, write: 'Custom…' },
  {
    ban: /(?<=\bexport (?:async )?(?:function|const|class) )refuse[A-Z]\w*/g,
    write: 'reject… with a noun',
  },
];

const NOT_NOUNS = '(?:one|found|given|wanted|told|heard|nobody|whoever)';

/** Names of values in code that is not a test: variables and parameters are nouns. */
export const VALUE_NAMES = [
  {
    ban: new RegExp(
      [
        `(?<=\\b(?:const|let) \\[?)${NOT_NOUNS}\\b`,
        // Parameters, alone or beside others, with or without a type.
        `(?<=[(,[] ?)${NOT_NOUNS}(?=(?:, \\w+)*[\\])]+(?:: [\\w<>[\\] |]+)? =>)`,
        `(?<=[(] ?)${NOT_NOUNS}(?=: )`,
      ].join('|'),
      'g',
    ),
    write: 'a noun: match, expected, options, candidate',
  },
];

/** Words in comments and docs. */
export const WORDS = [
  {
    ban: /(?<!\bthere\s)\b(?:is|are|was|were)\sno\s(?!longer\b|more\b|fewer\b|less\b)/gi,
    write: '"is not a", "without"',
  },
  { ban: /\b(?:un)?told\b/gi, write: 'recorded, said, reported' },
  { ban: /(?<!too few to )\b(?:tells?|telling)\b/gi, write: 'says, records, distinguishes' },
  { ban: /\b(?:nobody|somebody)\b/gi, write: 'the noun, or passive voice' },
  { ban: /\bwho(?:m)?ever\b/gi, write: 'the noun: the caller, the reviewer' },
  { ban: /\bwhole or not at all\b/gi, write: '"written atomically"' },
  { ban: /\bleft out with a warning\b/gi, write: '"skipped with a warning"' },
];

/** Words in comments alone. */
export const COMMENT_WORDS = [
  { ban: /\bstands\b/gi, write: 'is, represents, counts' },
  {
    ban: /\bunless told otherwise\b|, else\b(?! if)/gi,
    write: '"by default", "otherwise"',
  },
];
