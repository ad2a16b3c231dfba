import { type ReportEntry, stringifyJson } from '#core';
import type { ShownCall } from '../../components/conversation/call-view.tsx';
import type { ConversationItem } from '../../components/conversation/conversation.tsx';
import { conversationOf } from './conversation-of.ts';

const ROLES = { system: 'System', user: 'User', assistant: 'Agent', tool: 'Result' } as const;

/** A run or case as Markdown, to paste into an issue or a chat with a model. */
export function traceMarkdown(title: string, entry: ReportEntry): string {
  const { evidence, verdict, unmeasured } = entry;
  const facts = [
    evidence === null ? null : `where: \`${evidence.where}\``,
    verdict === null ? null : `verdict: ${verdict}`,
    evidence?.model === undefined ? null : `model: ${evidence.model}`,
    unmeasured === null ? null : `not measured: ${unmeasured.message} [${unmeasured.code}]`,
  ].filter((fact) => fact !== null);
  const rationale = evidence?.expected?.rationale;
  return [
    `# ${title}`,
    facts.map((fact) => `- ${fact}`).join('\n'),
    ...conversationOf(entry).map(itemMarkdown),
    ...(rationale === undefined ? [] : [`## Label\n\n${rationale}`]),
  ]
    .filter(Boolean)
    .join('\n\n')
    .concat('\n');
}

function itemMarkdown(item: ConversationItem): string {
  if (item.kind === 'said') return `## ${ROLES[item.role]}\n\n${item.text}`;
  const heading = item.kind === 'expected' ? 'Expected' : 'Agent';
  return `## ${heading}\n\n${item.calls.map(callMarkdown).join('\n\n')}`;
}

function callMarkdown({
  tool,
  words,
  arguments: called,
  argumentText,
  expected,
  result,
  notes = [],
}: ShownCall): string {
  const sent = argumentText ?? called;
  const lines = [
    `- \`${tool}\`${words === undefined || words === '' ? '' : ` (${words})`}`,
    ...(sent === undefined ? [] : [`  - arguments: ${fenced(sent)}`]),
    ...(expected?.arguments === undefined ? [] : [`  - expected: ${fenced(expected.arguments)}`]),
    ...notes.map((note) => `  - ${note}`),
    ...(result === undefined ? [] : [`  - result: ${fenced(result)}`]),
  ];
  return lines.join('\n');
}

/** Inline code that holds backquotes of its own. */
function fenced(value: Parameters<typeof stringifyJson>[0]): string {
  const text = typeof value === 'string' ? value.replaceAll('\n', '\\n') : stringifyJson(value);
  const longest = Math.max(0, ...(text.match(/`+/g) ?? []).map((run) => run.length));
  const fence = '`'.repeat(longest + 1);
  return longest > 0 ? `${fence} ${text} ${fence}` : `${fence}${text}${fence}`;
}
