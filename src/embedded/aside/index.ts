/** Long queries, beside the engine's own thread. */
export { Aside } from './aside';
