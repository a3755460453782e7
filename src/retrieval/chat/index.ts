/** Conversations about a database, stored in its graph. */
export { Chats } from './chats';
export type * from './types';
