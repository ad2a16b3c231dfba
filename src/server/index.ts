export { SERVER_CODES } from './codes.ts';
export { type OpenServer, openServer, type ServerOptions } from './open-server.ts';
