import { UserError } from '#core';
import { EXIT } from '#run';
import { OutputError } from './output.ts';
import { printIssues } from './print-issues.ts';

/** Prints why a command could not finish, and answers the exit code for it. */
export async function explainFailure(error: unknown): Promise<number> {
  if (error instanceof UserError) {
    printIssues(error.issues);
    if (error.issues.length > 1) process.stderr.write(`${error.issues.length} problems\n`);
    return error.issues.some(({ code }) => code === 'TEMPORARY_UNWRITABLE')
      ? EXIT.unmeasured
      : EXIT.unusable;
  }
  if (error instanceof OutputError) {
    printIssues([error.issue]);
    return EXIT.unmeasured;
  }
  const text = error instanceof Error ? (error.stack ?? error.message) : String(error);
  process.stderr.write(
    `${text}\nThis is a bug in whichtool. Please report it with the lines above.\n`,
  );
  return EXIT.bug;
}
