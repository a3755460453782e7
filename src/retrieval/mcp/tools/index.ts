/** All tools, in the order of `tools/list`. */
import type { Tool } from '../types';
import { addDocuments } from './documents';
import { mutate, query } from './data';
import { describeClass, listClasses, schema, validateOntology } from './ontology';
import { explain, retrieve } from './questions';
import { READING } from './reading';

export const TOOLS: readonly Tool[] = [
  retrieve,
  ...READING,
  listClasses,
  describeClass,
  schema,
  query,
  explain,
  mutate,
  addDocuments,
  validateOntology,
];
