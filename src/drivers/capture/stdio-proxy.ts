/** The file in the folder of a capture that all proxies append to. */
export const WIRE_LOG: string = 'wire.jsonl';

/**
 * Stands between an agent and an MCP server over stdio: starts the server with what follows its name, passes all bytes on
 * unchanged, and appends each line to the log before its end is passed on. It runs as a program of its own, started by
 * whatever client the agent has, and therefore cannot import anything. All proxies share one log: each record is one
 * write to the end of it, so its order is the order of events. A log that cannot be written ends the proxy: a call
 * that was not recorded must not look like none.
 */
export const STDIO_PROXY: string = `'use strict';
const { spawn } = require('node:child_process');
const { openSync, writeSync } = require('node:fs');
const { join } = require('node:path');

const LONGEST = 16 * 1024 * 1024;
const GRACE_MS = 1500;
const [server, command, ...args] = process.argv.slice(2);
const log = openSync(join(__dirname, ${JSON.stringify(WIRE_LOG)}), 'a', 0o600);

function record(dir, bytes, parts) {
  const msg = bytes > LONGEST ? null : Buffer.concat(parts).toString('utf8');
  const entry = { server, connection: process.pid, dir, ts: Date.now(), msg };
  writeSync(log, JSON.stringify(entry) + '\\n');
}

function pass(dir, from, to) {
  let parts = [];
  let bytes = 0;
  const hold = (part) => {
    bytes += part.length;
    if (bytes <= LONGEST) parts.push(part);
  };
  from.on('data', (chunk) => {
    let start = 0;
    for (let end = chunk.indexOf(10); end !== -1; end = chunk.indexOf(10, start)) {
      hold(chunk.subarray(start, end));
      if (bytes > 0) record(dir, bytes, parts);
      parts = [];
      bytes = 0;
      start = end + 1;
    }
    hold(chunk.subarray(start));
    if (to.write(chunk)) return;
    from.pause();
    to.once('drain', () => from.resume());
  });
}

const child = spawn(command, args, { stdio: ['pipe', 'pipe', 'inherit'], windowsHide: true });
pass('->', process.stdin, child.stdin);
pass('<-', child.stdout, process.stdout);

function end() {
  child.stdin.end();
  setTimeout(() => child.kill('SIGTERM'), GRACE_MS).unref();
  setTimeout(() => child.kill('SIGKILL'), 2 * GRACE_MS).unref();
}
process.stdin.on('end', end).on('error', end);
process.stdout.on('error', end);
child.stdin.on('error', () => {});
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal));
child.on('error', (error) => {
  process.stderr.write('cannot start the server: ' + error.message + '\\n');
  process.exit(127);
});
child.on('close', (code, signal) => {
  process.exitCode = code ?? 1;
  // What the client has not read yet is still passed on; nothing else keeps us.
  process.stdin.destroy();
  process.stdout.end();
});
`;
