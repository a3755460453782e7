/** Mutations: from statements to changes of posting lists. */
export { indexedCount } from './apply';
export { MutationError } from './errors';
export {
  applyMutation,
  maxTokenBytes,
  prepareAssigned,
  prepareMutation,
  sizeOf,
  type PreparedMutation,
} from './mutate';
export { bindUids, namedNodes, type NamedNodes, type NewNodes } from './nodes';
export { readMutation, type QuadMutation } from './quad';
export { isPreDefinedPredicate, isPreDefinedType, isReservedName } from './reserved';
export { verifyUnique, verifyUniqueWithin } from './unique';
export { nameProblem, validateMutation } from './validate';
export { VariableExpansion } from './variables';
