// What a thread runs: its own file of the package.
import { serveJobs } from './worker-thread.ts';

await serveJobs();
