/** All tools, in the order of `tools/list`. */
import type { Tool } from '../types';
import { mutate, query } from './data';
import { describeClass, listClasses, schema, validateOntology } from './ontology';
import { explain, retrieve } from './questions';

export const TOOLS: readonly Tool[] = [
  retrieve,
  listClasses,
  describeClass,
  schema,
  query,
  explain,
  mutate,
  validateOntology,
];
