/** Conversations about a database, kept in its graph. */
export { Chats } from './chats';
export type * from './types';
