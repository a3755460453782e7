export type * from './view';
