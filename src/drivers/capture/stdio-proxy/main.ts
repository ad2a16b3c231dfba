// Runs between an agent and an MCP server over stdio: starts the server with what follows its name, passes all bytes on
// unchanged, and appends each line to the log before its end is passed on. It is started by whatever client the agent has.
// All proxies share one log: each record is one write to the end of it, so its order is the order of events. A log that
// cannot be written ends the proxy: a call that was not recorded must not look like none.
import { spawn } from 'node:child_process';
import { openSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import type { Readable, Writable } from 'node:stream';
import { formatWireEntry, WIRE_FILE, type WireEntry } from '../wire-file.ts';
import { LineReader } from './line-reader.ts';
import { passManaged } from './managed.ts';

const MAX_LINE_BYTES = 16 * 1024 * 1024;
const GRACE_MS = 1500;

/** Where messages are shown to before they pass; empty where all pass as they are. */
const HOOK = /^hook:(.+)$/;
const words = process.argv.slice(2);
const hook = HOOK.exec(words[0] ?? '')?.[1] ?? '';
const [server = '', command = '', ...args] = hook === '' ? words : words.slice(1);
const log = openSync(join(import.meta.dirname, WIRE_FILE), 'a', 0o600);

function record(dir: WireEntry['dir'], msg: string | null): void {
  writeSync(log, formatWireEntry({ server, connection: process.pid, dir, msg }));
}

function pass(dir: WireEntry['dir'], from: Readable, to: Writable): void {
  const lines = new LineReader(MAX_LINE_BYTES, (msg) => record(dir, msg));
  from.on('data', (chunk: Buffer) => {
    lines.read(chunk);
    if (to.write(chunk)) return;
    from.pause();
    to.once('drain', () => from.resume());
  });
}

/** A server that is answered for by the hook alone. */
function serveAlone(): void {
  const { stdin: fromProgram, stdout: toProgram } = process;
  const maxLineBytes = MAX_LINE_BYTES;
  passManaged({ hook, fromProgram, toProgram, server: null, maxLineBytes, record });
}

if (hook !== '' && command === '') serveAlone();
else startServer();

function startServer(): void {
  const child = spawn(command, args, { stdio: ['pipe', 'pipe', 'inherit'], windowsHide: true });
  if (hook === '') {
    pass('->', process.stdin, child.stdin);
    pass('<-', child.stdout, process.stdout);
  } else
    passManaged({
      hook,
      fromProgram: process.stdin,
      toProgram: process.stdout,
      server: { from: child.stdout, to: child.stdin },
      maxLineBytes: MAX_LINE_BYTES,
      record,
    });

  function end(): void {
    child.stdin.end();
    setTimeout(() => child.kill('SIGTERM'), GRACE_MS).unref();
    setTimeout(() => child.kill('SIGKILL'), 2 * GRACE_MS).unref();
  }
  process.stdin.on('end', end).on('error', end);
  process.stdout.on('error', end);
  child.stdin.on('error', () => {});
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
    process.on(signal, () => child.kill(signal));
  child.on('error', (error) => {
    process.stderr.write(`cannot start the server: ${error.message}\n`);
    process.exit(127);
  });
  child.on('close', (code) => {
    process.exitCode = code ?? 1;
    // What the client has not read yet is still passed on; nothing else keeps us.
    process.stdin.destroy();
    process.stdout.end();
  });
}
