export { openDemo } from './demo/open-demo.ts';
export { openServer } from './open-server.ts';
export { personalLinks } from './labels/print-link.ts';
export type { ServerStatus } from './routes.ts';
