/** The engine's client: transport, transactions, retries, transparent proxying. */
export * from './types';
export { EngineFailure } from './failure';
export { credentialsOf } from './credentials';
export { connectEngine, type EngineOptions } from './engine';
export { backOff, retryAborted, type BackOff, type RetryOptions } from './retry';
export { waitForEngine, type WaitOptions } from './wait';
