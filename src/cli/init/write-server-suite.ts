import { join, resolve } from 'node:path';
import { analyseTools, formatTool, type Issue, type ListedTool } from '#core';
import { findRoot, posixRelative } from '#platform';
import { makeVisible } from '#reporters';
import { EXIT, runError } from '#run';
import { draftByModel } from './draft-by-model.ts';
import { type DraftFlags, parseDraftFlags } from './draft-flags.ts';
import { draftPrompt } from './draft-prompt.ts';
import { gatherTools } from '../tools/gather-tools.ts';
import { print, save } from '../output/output.ts';
import { isDeprecated, whyDestructive } from './risky-tools.ts';
import { differentTools, suiteFromTools } from './suite-from-tools.ts';
import { VERSION } from '../output/version.ts';
import { rejectExistingFiles } from './existing-files.ts';
import { printIssues } from '../output/print-issues.ts';

const SUITE = 'whichtool.yaml';

/** Writes a suite for the tools of MCP servers: tests for each tool, with prompts to be reviewed. */
export async function writeServerSuite(
  folder: string,
  mcpJson: string,
  {
    force,
    exec,
    ...flags
  }: { readonly force: boolean; readonly exec: boolean | undefined } & DraftFlags,
): Promise<number> {
  const drafter = parseDraftFlags(flags);
  if (!force) rejectExistingFiles(folder, [SUITE]);
  const servers = resolve(mcpJson);
  if (posixRelative(findRoot(resolve(folder)), servers).startsWith('../'))
    throw runError('INIT_SERVERS', `${mcpJson} is outside the project of the suite`, {
      hint: 'copy it into the project',
    });
  const collected = await gatherTools([mcpJson], { server: [], exec });
  if (typeof collected === 'number') return collected;
  if (collected.servers.length === 0)
    throw runError('INIT_SERVERS', `${mcpJson} lists no MCP server`);
  for (const { code, severity, message } of collected.issues)
    tell({ code, severity, message, where: null });
  // A suite without the tools of a server that did not answer would look complete.
  if (collected.issues.some(({ severity }) => severity === 'error')) return EXIT.unmeasured;
  const report = analyseTools(collected.tools, { version: VERSION });
  const all = differentTools(report.tools);
  const deprecated = all.filter(isDeprecated);
  const tools = all.filter((tool) => !deprecated.includes(tool));
  const drafted = drafter === null ? null : await draftByModel(tools, drafter);
  if (typeof drafted === 'number') return drafted;
  for (const issue of drafted?.issues ?? []) tell(issue);
  const path = join(folder, SUITE);
  const draft = {
    servers: posixRelative(resolve(folder), servers),
    serverNames: collected.servers,
    tools,
    deprecated,
    whyDestructive: (tool: ListedTool) => whyDestructive(tool, collected.destructive),
    promptsFor: (tool: ListedTool) => {
      const prompts = drafted?.prompts.get(tool);
      return prompts === undefined
        ? { prompts: [draftPrompt(tool)], note: 'unreviewed: write what a user would say' }
        : { prompts, note: `drafted by ${drafter?.model}, unreviewed` };
    },
  };
  await save(path, suiteFromTools(report, draft));
  const risky = tools.filter((tool) => draft.whyDestructive(tool) !== null);
  const suite = folder === '.' ? '' : ` ${path}`;
  await print([
    `wrote ${path}: ${report.tools.length} tools of ${collected.servers.length} servers, ${report.sets.length} likely classes\n`,
    drafted === null
      ? '\nEach prompt is only the description of its tool: write what a user would say.\n'
      : `\n${drafter?.model} drafted prompts for ${drafted.prompts.size} of ${tools.length} tools: read them before you trust a result.\n`,
    'Nothing is executed (tools: select). To have calls executed, write tools: real in the agent, or tools: mock.\n',
    ...(risky.length === 0
      ? []
      : [
          `Before tools: real, look at the ${risky.length} marked as destructive: ${namesOf(risky)}\n`,
        ]),
    ...(deprecated.length === 0
      ? []
      : [`No test demands what is deprecated: ${namesOf(deprecated)}\n`]),
    `Then run it:  npx whichtool run${suite}\n`,
  ]);
  return EXIT.ok;
}

function namesOf(tools: readonly ListedTool[]): string {
  return makeVisible(tools.map(formatTool).join(', '));
}

function tell(issue: Issue<string>): void {
  printIssues([issue]);
}
