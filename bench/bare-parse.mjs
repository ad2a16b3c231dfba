// The yardstick for formats: reads a file in blocks and parses each line. Nothing is kept.
import { createReadStream } from 'node:fs';

let rest = '';
let lines = 0;
for await (const block of createReadStream(process.argv[2], {
  encoding: 'utf8',
  highWaterMark: 1 << 20,
})) {
  const parts = (rest + block).split('\n');
  rest = parts.pop();
  for (const line of parts) if (line !== '' && JSON.parse(line) !== null) lines += 1;
}
process.stdout.write(`${lines}\n`);
