import { homedir } from 'node:os';
import { relative } from 'node:path';
import { type InspectionReport, UserError } from '#core';
import { fileError, type TextChunks } from '#platform';
import {
  loadInspectionReporter,
  makeVisible,
  type ReporterName,
  type ReporterOptions,
} from '#reporters';
import { type AgentLogs, EXIT, exitCodeOf, findAgentLogs, runError, worstExit } from '#run';
import { deliverBy, type Output } from '../output/deliver.ts';
import { parseWholeNumber } from '../flags/values.ts';

/** How many logs of each agent are read by default. */
const DEFAULT_NEWEST = 50;

/** An agent with its inspection, or why there is none. */
interface MyAgent extends AgentLogs {
  readonly report: InspectionReport | null;
  readonly note: string | null;
}

/** How many logs of each agent are read; null for all. */
export function parseNewest(text: string | undefined): number | null {
  if (text === undefined) return DEFAULT_NEWEST;
  return text === 'all'
    ? null
    : parseWholeNumber({ name: '--newest', code: 'FLAG_NEWEST' }, text, 1);
}

/**
 * Inspects the logs of each coding agent on this machine. A single document goes to standard output; files have the
 * name of the agent in theirs.
 */
export async function inspectMine(
  newest: number | null,
  outputs: readonly Output[],
  inspectFiles: (files: readonly string[]) => Promise<InspectionReport>,
): Promise<number> {
  if (outputs.some(({ reporter, file }) => reporter === 'html' && file === null))
    throw runError('FLAG_REPORTER', '--mine makes a page per agent, so html needs a file', {
      hint: 'write --reporter html=page.html',
    });
  const agentLogs = await findAgentLogs({ home: homedir(), env: process.env }, newest);
  if (agentLogs.every(({ total }) => total === 0))
    throw fileError('NO_TRACES_FOUND', 'there are no logs of a coding agent on this machine', {
      hint: `looked into ${agentLogs.flatMap(({ folders }) => folders.map(showPath)).join(', ')}`,
    });
  const agents: MyAgent[] = [];
  for (const logs of agentLogs)
    agents.push({ ...logs, ...(await inspectLogs(logs, inspectFiles)) });
  return await deliverAll(agents, outputs);
}

/** A reason for one agent must not keep the others back. */
async function inspectLogs(
  { files }: AgentLogs,
  inspectFiles: (files: readonly string[]) => Promise<InspectionReport>,
): Promise<Pick<MyAgent, 'report' | 'note'>> {
  if (files.length === 0) return { report: null, note: null };
  try {
    return { report: await inspectFiles(files), note: null };
  } catch (error) {
    if (!(error instanceof UserError)) throw error;
    return { report: null, note: error.issues[0]?.message ?? error.message };
  }
}

async function deliverAll(agents: readonly MyAgent[], outputs: readonly Output[]): Promise<number> {
  let code: number = EXIT.ok;
  for (const { report, note } of agents) {
    if (note !== null) code = worstExit(code, EXIT.unmeasured);
    if (report !== null) code = worstExit(code, exitCodeOf(report));
  }
  const toFiles = outputs.filter(({ file }) => file !== null);
  for (const { agent, report } of agents) {
    if (report === null || toFiles.length === 0) continue;
    const named = toFiles.map(({ reporter, file }) => ({
      reporter,
      file: nameFile(file!, agent.id),
    }));
    code = await deliverBy(named, code, (reporter, options) => render(report, reporter, options));
  }
  const toStdout = outputs.filter(({ file }) => file === null);
  return deliverBy(toStdout, code, async (reporter, options) =>
    reporter === 'json'
      ? [`${JSON.stringify(documentOf(agents), null, 2)}\n`]
      : textOf(agents, reporter, options),
  );
}

async function render(
  report: InspectionReport,
  reporter: ReporterName,
  options: ReporterOptions,
): Promise<TextChunks> {
  const write = await loadInspectionReporter(reporter);
  return write(report, options);
}

/** `page.html` becomes `page.codex.html`. */
function nameFile(file: string, id: string): string {
  return /\.[^./\\]+$/.test(file) ? file.replace(/(\.[^./\\]+)$/, `.${id}$1`) : `${file}.${id}`;
}

async function* textOf(
  agents: readonly MyAgent[],
  reporter: ReporterName,
  options: ReporterOptions,
): AsyncGenerator<string | Buffer> {
  const isMarkdown = reporter === 'markdown';
  yield isMarkdown ? '# Coding agents on this machine\n\n' : 'Coding agents on this machine\n';
  for (const agent of agents) yield `${isMarkdown ? '- ' : '  │ '}${lineOf(agent)}\n`;
  for (const { agent, report } of agents) {
    if (report === null) continue;
    yield isMarkdown ? `\n# ${agent.title}\n\n` : `\n━━ ${agent.title} ━━\n\n`;
    yield* await render(report, reporter, options);
  }
}

function lineOf({ agent, isFound, files, total, folders, note }: MyAgent): string {
  const place = folders.map(showPath).join(', ');
  if (!isFound) return `${agent.title}: not found (${place})`;
  if (total === 0) return `${agent.title}: no logs in ${place}`;
  const read = files.length === total ? `${total}` : `the newest ${files.length} of ${total}`;
  const what = `${agent.title}: ${read} ${total === 1 ? 'log' : 'logs'} in ${place}`;
  return note === null ? what : `${what}, not readable: ${makeVisible(note)}`;
}

/** A path as people write it. */
function showPath(path: string): string {
  const inHome = relative(homedir(), path);
  return makeVisible(inHome.startsWith('..') || inHome === path ? path : `~/${inHome}`);
}

/** All inspections as one document. */
function documentOf(agents: readonly MyAgent[]): object {
  return {
    schemaVersion: 1,
    kind: 'inspections',
    agents: agents.map(({ agent, isFound, folders, files, total, report, note }) => ({
      agent: agent.id,
      title: agent.title,
      found: isFound,
      folders,
      files: { read: files.length, total },
      note,
      inspection: report,
    })),
  };
}
