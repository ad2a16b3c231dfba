import { UserError } from '#core';
import { formatIssue } from '#reporters';
import { EXIT } from '#run';
import { OutputError } from './output.ts';
import { colorOf } from './terminal.ts';

/** Prints why a command could not finish, and answers the exit code for it. */
export async function explainFailure(error: unknown): Promise<number> {
  const color = colorOf(process.stderr);
  if (error instanceof UserError) {
    for (const issue of error.issues) process.stderr.write(`${formatIssue(issue, color)}\n`);
    if (error.issues.length > 1) process.stderr.write(`${error.issues.length} problems\n`);
    return EXIT.unusable;
  }
  if (error instanceof OutputError) {
    process.stderr.write(`${formatIssue(error.issue, color)}\n`);
    return EXIT.unmeasured;
  }
  const text = error instanceof Error ? (error.stack ?? error.message) : String(error);
  process.stderr.write(
    `${text}\nThis is a bug in whichtool. Please report it with the lines above.\n`,
  );
  return EXIT.bug;
}
