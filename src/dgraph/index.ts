/** Client of the engine: transport, transactions, retries, transparent proxying. */
export * from './types';
export { exactDataOf, readMutateAnswer, readQueryAnswer, replaceTransaction, splitAnswer } from './answers';
export { EngineFailure, isTooLarge } from './failure';
export {
  clientOf,
  CREDENTIAL_METADATA,
  expiryOf,
  groupsOf,
  withGatewayLogin,
  usesGatewayLogin,
  namespaceOf,
  userOf,
} from './credentials';
export { connectEngine } from './engine';
export { Alphas } from './calls/alphas';
export { CallFailure } from './calls/failure';
export { backOff, type BackOff } from './back-off';
export { retryAborted } from './retry';
export type { TimeLimits } from './time-limits';
export { Timestamps } from './timestamps';
export { abandonTransaction, beginTransaction, contextOf, transactionOf } from './transaction';
export type { TransactionId } from './transaction';
export { waitForEngine, waitForLogin } from './wait';
