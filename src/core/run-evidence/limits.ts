/** The upper limit for the evidence of a run as compact JSON in UTF-8. */
export const MAX_EVIDENCE_BYTES = 4_000;

/** The upper limit for all evidence of a test or an eval, beside that which has `where` alone. */
export const MAX_PART_BYTES = 1_000_000;

/** The upper limit for all lists of offered tools of a test or an eval; part of the limit above. */
export const MAX_CATALOG_BYTES = 200_000;

/** Names are longer only where something is wrong with the record. */
export const MAX_NAME_BYTES = 240;
export const MAX_WHERE_BYTES = 800;
