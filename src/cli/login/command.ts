import type { Command } from 'commander';
import type { LoginFlags } from './log-in-by-browser.ts';

const EXAMPLES = `
Example:
  whichtool login crm              opens the page of the issuer that "crm" names, and keeps the tokens

Exit codes: 0 signed in, 2 that is not possible, or was refused.`;

export function addLogin(program: Command, done: (code: number) => void): void {
  program
    .command('login')
    .description('sign in to an MCP server by a browser, so that runs can use it')
    .argument('<server>', 'a server with oauth: { grant: authorization_code }')
    .argument('[suites...]', 'suites: files, folders or globs (default: whichtool.yaml here)')
    .option('--no-open', 'only print the page; open it yourself on this machine')
    .addHelpText('after', EXAMPLES)
    .action(async (server: string, suites: string[], flags: LoginFlags) => {
      const { logInByBrowser } = await import('./log-in-by-browser.ts');
      done(await logInByBrowser(server, suites, flags));
    });
}
