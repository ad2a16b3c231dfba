import type { Command } from 'commander';
import type { CaptureFlags } from './capture-run.ts';
import { collect } from '../flags/shared-options.ts';

const EXAMPLES = `
Examples:
  whichtool capture -- python agent.py "book a table"                         what it asks its models, or exports as spans
  whichtool capture --mcp-config mcp.json -- python agent.py {mcp_config}     and what it asks of its MCP servers
  whichtool capture --server fs='npx -y @modelcontextprotocol/server-filesystem .' --out run.json -- node agent.js`;

export function addCapture(program: Command, done: (code: number) => void): void {
  program
    .command('capture')
    .description('run an agent program once, catch its calls and write a native trace')
    .argument('<command...>', 'the program and its arguments, after --')
    .option(
      '--mcp-config <file>',
      'its MCP servers; the program finds the rewritten file in WHICHTOOL_MCP_CONFIG or as {mcp_config}',
    )
    .option(
      '--server <name=command>',
      "a further server, as name='command …' or name=https://… (repeatable)",
      collect,
      [],
    )
    .option(
      '--no-model-proxy',
      'leave OPENAI_BASE_URL, ANTHROPIC_BASE_URL and GOOGLE_GEMINI_BASE_URL alone',
    )
    .option(
      '--out <file>',
      'write the trace there; else to stdout, and what the program prints to stderr',
    )
    .addHelpText('after', EXAMPLES)
    .action(async (command: string[], flags: CaptureFlags) => {
      const { captureRun } = await import('./capture-run.ts');
      done(await captureRun(command, flags));
    });
}
