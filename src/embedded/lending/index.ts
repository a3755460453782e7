/** Snapshots of the engine, lent to the thread that serves HTTP, which answers short queries itself. */
export { Lender } from './lender';
