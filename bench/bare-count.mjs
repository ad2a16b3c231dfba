// The yardstick: reads a file, parses each line and counts the calls per tool. No scores, no gates, no report.
import { readFileSync } from 'node:fs';

const counts = new Map();
for (const line of readFileSync(process.argv[2], 'utf8').split('\n')) {
  if (line === '') continue;
  for (const { name } of JSON.parse(line).tool_calls) counts.set(name, (counts.get(name) ?? 0) + 1);
}
process.stdout.write(`${JSON.stringify([...counts])}\n`);
