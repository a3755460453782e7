/** Access to the embedded engine: private directories, and the endpoints on which it listens. */
export { DEFAULT_LISTEN, makeEndpoint, type EngineEndpoint, type Listen, type PrivateListen } from './endpoints';
export { claimDirectory, PRIVATE_FILE, type Claim, type StoreNames } from './private-directory';
export { PLACE_FILE, SOCKET_FILE } from './socket-place';
export { Untrusted } from './trust';
