/** Client of the engine: transport, transactions, retries, transparent proxying. */
export * from './types';
export { readMutateAnswer, readQueryAnswer } from './answers';
export { EngineFailure, isTooLarge } from './failure';
export { clientOf, expiryOf, withGatewayLogin, usesGatewayLogin, namespaceOf, userOf } from './credentials';
export { connectEngine } from './engine';
export { backOff, type BackOff } from './back-off';
export { retryAborted } from './retry';
export { Timestamps } from './timestamps';
export { waitForEngine, waitForLogin } from './wait';
