/** The HTTP surface. */
export { Keyring } from './auth/keyring';
export { HttpServer } from './server';
