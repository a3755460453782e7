/** Access to the embedded engine: private directories, and the doors that it listens at. */
export { DEFAULT_LISTEN, makeDoor, type Door, type Listen, type PrivateListen } from './doors';
export { claimDirectory, PRIVATE_FILE, type Claim, type StoreNames } from './private-directory';
export { PLACE_FILE, SOCKET_FILE } from './socket-place';
export { Untrusted } from './trust';
