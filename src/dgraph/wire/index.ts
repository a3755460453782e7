/** HTTP/1.1 client of an engine. */
export { Connections } from './connections';
export { forward, type ForwardLimits } from './forward';
export { send, sendOn } from './send';
export { onlyReads } from './stale';
export { reasonOf, WireError } from './wire-error';
export { SILENCE_MS, Watch, watchTimes, type WatchedExchange } from './watch';
export { openWebSocket } from './web-socket';
