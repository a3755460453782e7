/** All tools, in the order of `tools/list`. */
import type { Tool } from '../types';
import { addDocuments, passagesAbout, readPassages, search } from './corpus';
import { mutate, query } from './data';
import { findNodes, neighbours } from './nodes';
import { describeClass, listClasses, schema, validateOntology } from './ontology';
import { explain, retrieve } from './questions';

export const TOOLS: readonly Tool[] = [
  retrieve,
  search,
  readPassages,
  findNodes,
  neighbours,
  passagesAbout,
  listClasses,
  describeClass,
  schema,
  query,
  explain,
  mutate,
  addDocuments,
  validateOntology,
];
