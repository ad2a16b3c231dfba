// A scorer is a program: one line { row, trace } in, one line of named integers out, until stdin ends.
import { createInterface } from 'node:readline';

for await (const line of createInterface({ input: process.stdin })) {
  const { row, trace } = JSON.parse(line);
  const pass = trace.output.includes(row.answer) ? 1 : 0;
  process.stdout.write(`${JSON.stringify({ pass })}\n`);
}
