/** HTTP/1.1 client of an engine. */
export { Connections } from './connections';
export { forward } from './forward';
export { send, sendOn } from './send';
export { onlyReads } from './stale';
export { reasonOf, WireError } from './wire-error';
export { Watch, WATCH_TIMES, type WatchTimes } from './watch';
export { openWebSocket } from './web-socket';
