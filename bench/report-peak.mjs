// Loaded before a measured script: writes its peak resident memory (kB) when it ends.
import { writeFileSync } from 'node:fs';

process.on('exit', () =>
  writeFileSync(process.env.BENCH_PEAK_FILE, String(process.resourceUsage().maxRSS)),
);
