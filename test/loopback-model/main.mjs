// node test/loopback-model/main.mjs [--port 0] [--script script.json]: prints its address and serves until it is ended.
import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { startLoopbackModel } from './server.mjs';

const { values } = parseArgs({
  options: { port: { type: 'string', default: '0' }, script: { type: 'string' } },
});
const script = values.script === undefined ? {} : JSON.parse(readFileSync(values.script, 'utf8'));
const { url, port, baseUrls } = await startLoopbackModel({
  ...script,
  port: Number(values.port),
  keeps: false,
});
process.stdout.write(`${JSON.stringify({ url, port, baseUrls })}\n`);
