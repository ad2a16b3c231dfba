import { loadSuites, logIn, runError } from '#run';
import { StopSignals } from '../output/stop-signals.ts';
import { openBrowser } from '../serve/open-browser.ts';

const MAX_WAIT_MINUTES = 5;

/** The flags of `login` as commander gives them. */
export interface LoginFlags {
  readonly open: boolean;
}

/** Signs in to a server of a suite: prints the page, opens it where there is a desktop, and waits for the browser. */
export async function logInByBrowser(
  server: string,
  paths: readonly string[],
  { open }: LoginFlags,
): Promise<number> {
  const suites = await loadSuites(paths, process.cwd());
  const signals = new StopSignals();
  const stopped = signals.listen();
  const timeout = new AbortController();
  const timer = setTimeout(() => timeout.abort(), MAX_WAIT_MINUTES * 60_000);
  try {
    await logIn(suites, server, {
      environment: process.env,
      signal: AbortSignal.any([stopped, timeout.signal]),
      onPage(page) {
        process.stderr.write(`open this page on this machine to sign in:\n${page.href}\n`);
        if (open) openBrowser(page.href);
      },
    });
  } catch (error) {
    if (stopped.aborted) return signals.exitCode;
    if (!timeout.signal.aborted) throw error;
    const message = `no browser came back within ${MAX_WAIT_MINUTES} minutes`;
    throw runError('LOGIN_REFUSED', message, { hint: 'the page must be opened on this machine' });
  } finally {
    clearTimeout(timer);
    signals.close();
  }
  process.stdout.write(`signed in to ${server}\n`);
  return 0;
}
