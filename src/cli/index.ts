/** Command line: commands, and the dispatch of `process.argv` to them. */
export { dispatch } from './dispatch';
