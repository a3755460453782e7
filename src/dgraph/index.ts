/** Client of the engine: transport, transactions, retries, transparent proxying. */
export * from './types';
export { EngineFailure, isTooLarge } from './failure';
export {
  clientOf,
  credentialsOf,
  expiryOf,
  withGatewayLogin,
  usesGatewayLogin,
  namespaceOf,
  NOBODY,
  userOf,
} from './credentials';
export { connectEngine, type EngineOptions } from './engine';
export { backOff, type BackOff } from './back-off';
export { retryAborted, type RetryOptions } from './retry';
export type { Identity } from './session';
export { Timestamps } from './timestamps';
export { waitForEngine, waitForLogin, type WaitOptions } from './wait';
