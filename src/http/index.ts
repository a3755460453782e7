/** The HTTP surface. */
export { HttpServer, type HttpServerOptions } from './server';
export type { Services } from './services';
