/** Contents of mutations as text. */
import type { MutationContent } from '../../../src/dgraph';
import { printMutation } from '../../../src/dql';

export const textOf = (content: MutationContent): string =>
  typeof content === 'string' || content instanceof Uint8Array ? String(content) : printMutation(content);
