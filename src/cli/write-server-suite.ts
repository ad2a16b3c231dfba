import { join, resolve } from 'node:path';
import { analyseTools, UserError } from '#core';
import { findRoot, posixRelative } from '#platform';
import { formatIssue } from '#reporters';
import { EXIT } from '#run';
import { draftPrompt } from './draft-prompt.ts';
import { gatherTools } from './gather-tools.ts';
import { print, save } from './output.ts';
import { suiteFromTools } from './suite-from-tools.ts';
import { colorOf } from './terminal.ts';
import { VERSION } from './version.ts';
import { refuseExisting } from './write-starter.ts';

const SUITE = 'whichtool.yaml';

/** Writes a suite for the tools of MCP servers: a test for each tool, with a prompt to be reviewed. */
export async function writeServerSuite(
  folder: string,
  mcpJson: string,
  { force, exec }: { readonly force: boolean; readonly exec: boolean | undefined },
): Promise<number> {
  if (!force) refuseExisting(folder, [SUITE]);
  const servers = resolve(mcpJson);
  if (posixRelative(findRoot(resolve(folder)), servers).startsWith('../'))
    throw refuse(`${mcpJson} is outside the project of the suite`, 'copy it into the project');
  const collected = await gatherTools([mcpJson], { server: [], exec });
  if (typeof collected === 'number') return collected;
  if (collected.servers.length === 0) throw refuse(`${mcpJson} lists no MCP server`);
  for (const { code, severity, message } of collected.issues) {
    const issue = { code, severity, message, where: null };
    process.stderr.write(`${formatIssue(issue, colorOf(process.stderr))}\n`);
  }
  // A suite without the tools of a server that did not answer would look complete.
  if (collected.issues.some(({ severity }) => severity === 'error')) return EXIT.unmeasured;
  const report = analyseTools(collected.tools, { version: VERSION });
  const path = join(folder, SUITE);
  const draft = {
    servers: posixRelative(resolve(folder), servers),
    serverNames: collected.servers,
    promptsFor: (tool: Parameters<typeof draftPrompt>[0]) => [draftPrompt(tool)],
  };
  await save(path, suiteFromTools(report, draft));
  const suite = folder === '.' ? '' : ` ${path}`;
  await print([
    `wrote ${path}: ${report.tools.length} tools of ${collected.servers.length} servers, ${report.sets.length} likely classes\n`,
    '\nEach prompt is only the description of its tool: write what a user would say.\n',
    `Then run it:  npx whichtool run${suite}\n`,
  ]);
  return EXIT.ok;
}

function refuse(message: string, hint?: string): UserError {
  return new UserError([
    {
      code: 'INIT_SERVERS',
      severity: 'error',
      message,
      where: null,
      ...(hint === undefined ? {} : { hint }),
    },
  ]);
}
