// Limits of the structure, and what is exempt from them.

/** Lines of a file: half of all files, nine in ten, and each one. Tests, fixtures and generated files are not counted. */
export const FILE_LINES = { median: 70, p90: 150, max: 350 };

/** Files that are not split yet, and limits of the whole tree that are not met yet. Delete the line with the split. */
export const NOT_SPLIT_YET = [];

/**
 * Pairs of folders that may import values from each other, as `{ pair, why }`: a registry and its entries.
 * A pair is written as the check prints it.
 */
export const MUTUAL_FOLDERS = [];

/** Pairs of folders that are not resolved yet. Delete the line when one direction is gone. */
export const NOT_RESOLVED_YET = [];

/** Rooms whose door is an entry of the package: programs use its names, and test/exports.test.ts pins them. */
export const PACKAGE_ENTRIES = ['node'];

/** Names on the door of a room that no other room uses yet, as `room: name`. */
export const NOT_USED_YET = [];
