/** HTTP/1.1 client of an engine. */
export { Connections } from './connections';
export { forward } from './forward';
export { send } from './send';
export { onlyReads } from './stale';
export { reasonOf, WireError } from './wire-error';
export { openWebSocket } from './web-socket';
