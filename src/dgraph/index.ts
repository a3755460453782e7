/** The engine's client: transport, transactions, retries, transparent proxying. */
export * from './types';
export { EngineFailure } from './failure';
