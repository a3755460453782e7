/** The HTTP surface. */
export { Keyring } from './auth/keyring';
export { HttpServer, type HttpServerOptions } from './server';
export type { Services } from './services';
