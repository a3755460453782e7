/** The table of readers. */
import { DATA_TARGETS } from './data';
import { LANGUAGE_TARGETS } from './languages';
import { ONTOLOGY_TARGETS } from './ontologies';
import { REQUEST_TARGETS } from './requests';
import type { ParserTarget } from './target';

export const PARSER_TARGETS: readonly ParserTarget[] = [
  ...LANGUAGE_TARGETS,
  ...ONTOLOGY_TARGETS,
  ...REQUEST_TARGETS,
  ...DATA_TARGETS,
];
