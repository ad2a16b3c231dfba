// What a thread runs: its own file of the package, with nothing in it but what counting needs.
import { serveJobs } from './serve-jobs.ts';

serveJobs();
