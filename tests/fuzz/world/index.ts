/** Ontology, schema, data and documents that the program holds while requests are made. */
import { readFileSync } from 'node:fs';
import * as path from 'node:path';

const recorded = path.join(__dirname, '../../conformance/dql');
const read = (...parts: string[]): string => readFileSync(path.join(...parts), 'utf8');

export const NS = 'https://example.org/world#';
export const ONTOLOGY = read(__dirname, 'world.ttl');
/** Schema and data of the recorded DQL cases, whose queries are seeds. */
export const SCHEMA = read(recorded, 'people.schema');
export const DATA = read(recorded, 'people.rdf');

export const CLASSES = ['Being', 'Beast', 'Hound', 'Feline', 'Keeper', 'Warden', 'House', 'HoundKeeper', 'Loner'];
export const EDGES = ['tends', 'tendedBy', 'walks', 'partOf', 'nextTo', 'owns', 'livesAt', 'neighbourOf'];
export const VALUES = ['title', 'weight', 'legs', 'tagged', 'since', 'chip', 'motto'];
/** Predicates of the recorded cases. */
export const PREDICATES = [
  'name',
  'nick',
  'bio',
  'age',
  'height',
  'alive',
  'born',
  'loc',
  'friend',
  'boss',
  'vec',
  'pw',
];

export const DOCUMENT_TEXT =
  'Ada is a keeper. She walks Rex, a hound, every morning. Rex weighs 30 kilograms.\n\n' +
  '# Houses\n\nThe keeper lives at House 7 next to the river. The house was built in 1901.\n';
