import { formatTool, type ToolSetReport } from '#core';
import { markdownCode } from '../escape/markdown.ts';
import { grouped } from '../inspection/sections.ts';
import { clip } from '../wording/clip.ts';
import { formatClasses } from './classes-yaml.ts';
import type { ToolSetReporter } from './reporter.ts';
import { explainPair, formatPair, lintGroups, signatureOf, summaryParts } from './wording.ts';

const ROWS_SHOWN = 200;
const LONGEST = 600;

/** The tools and what was found out about them, for a pull request or a wiki. */
export const toolSetMarkdown: ToolSetReporter = function* toolSetMarkdown(report) {
  yield `## whichtool tools\n\n${summaryParts(report).join(' · ')}\n\n`;
  yield '| tool | tokens | parameters |\n|---|---:|---|\n';
  for (const tool of report.tools.slice(0, ROWS_SHOWN)) {
    const signature = signatureOf(tool);
    const parameters = signature === '' ? '' : code(signature);
    yield `| ${code(formatTool(tool))} | ${grouped(tool.tokens)} | ${parameters} |\n`;
  }
  yield* more(report.tools.length);
  if (report.sets.length > 0) {
    yield `### Probably the same job (${grouped(report.sets.length)})\n\n`;
    // No line of the block can begin with three backticks: each begins with our own words.
    yield `\`\`\`yaml\n${[...formatClasses(report.sets.slice(0, ROWS_SHOWN))].join('\n')}\n\`\`\`\n`;
    yield* more(report.sets.length);
  }
  yield* pairs(report);
  yield* lint(report);
  for (const { message, code: id } of report.issues.slice(0, ROWS_SHOWN))
    yield `- ${code(`${message} [${id}]`)}\n`;
};

function* pairs({ confusable }: ToolSetReport): Iterable<string> {
  if (confusable.length === 0) return;
  yield `### Easily taken for each other (${grouped(confusable.length)})\n\n| tools | why |\n|---|---|\n`;
  for (const pair of confusable.slice(0, ROWS_SHOWN))
    yield `| ${code(formatPair(pair))} | ${code(explainPair(pair))} |\n`;
  yield* more(confusable.length);
}

function* lint(report: ToolSetReport): Iterable<string> {
  if (report.lint.length === 0) return;
  yield `### Descriptions (${grouped(report.lint.length)})\n\n| what | tool | why |\n|---|---|---|\n`;
  const rows = lintGroups(report.lint).flatMap(({ title, findings }) =>
    findings.map((one) => `| ${title} | ${code(formatTool(one))} | ${code(one.message)} |\n`),
  );
  yield* rows.slice(0, ROWS_SHOWN);
  yield* more(rows.length);
}

function* more(total: number): Iterable<string> {
  yield total > ROWS_SHOWN ? `\nand ${grouped(total - ROWS_SHOWN)} more\n\n` : '\n';
}

function code(text: string): string {
  return markdownCode(clip(text, LONGEST));
}
