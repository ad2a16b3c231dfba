import { type ChildProcess, fork } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Ran } from './cli.ts';

/** A command line as a host runs it. */
interface HostRequest {
  readonly args: readonly string[];
  readonly cwd: string;
  readonly env: NodeJS.ProcessEnv;
  readonly input: string;
}

const HOST = join(import.meta.dirname, 'cli-host.mjs');
const PACKAGE = join(import.meta.dirname, '../../package.json');
const { version } = JSON.parse(readFileSync(PACKAGE, 'utf8')) as { version: string };

/** Hosts that wait for a command line, by the options that they were started with. */
const idle = new Map<string, ChildProcess[]>();

/** Runs a command line in a process that has run others before. */
export async function runInHost(request: HostRequest): Promise<Ran> {
  const options = request.env['NODE_OPTIONS'] ?? '';
  const waiting = idle.get(options) ?? [];
  idle.set(options, waiting);
  const host = waiting.pop() ?? startHost(request.env);
  const ran = await ask(host, request);
  waiting.push(host);
  return ran;
}

function startHost(env: NodeJS.ProcessEnv): ChildProcess {
  const host = fork(HOST, [version], { env, execArgv: [], stdio: 'inherit' });
  // A host ends with the process of the tests; until then it does not keep that from ending.
  host.unref();
  host.channel?.unref();
  return host;
}

function ask(host: ChildProcess, request: HostRequest): Promise<Ran> {
  return new Promise((resolve, reject) => {
    const fail = (code: number | null): void =>
      reject(new Error(`the host ended with ${code} at: ${request.args.join(' ')}`));
    host.channel?.ref();
    host.once('exit', fail);
    host.once('message', (ran: Ran) => {
      host.off('exit', fail);
      host.channel?.unref();
      resolve(ran);
    });
    host.send(request);
  });
}
