import { readFileSync } from 'node:fs';

/** Whether suites may start programs and load modules: as the flag says, else not where CI says the change comes from a fork. */
export function mayExecute(flag: boolean | undefined): boolean {
  if (flag !== undefined) return flag;
  const event = process.env.GITHUB_EVENT_PATH;
  if (process.env.GITHUB_ACTIONS !== 'true' || event === undefined) return true;
  try {
    const { pull_request: request } = JSON.parse(readFileSync(event, 'utf8')) as {
      pull_request?: { head?: { repo?: { fork?: boolean } } };
    };
    return request?.head?.repo?.fork !== true;
  } catch {
    return true;
  }
}
