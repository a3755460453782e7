/** Test ontologies: prefixes, loading, axioms as text. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { readOntology } from '../../../src/ontology';
import type { LoadedOntology, ReadOptions } from '../../../src/ontology';
import { mapToOntology } from '../../../src/ontology/mapping';
import type { Ontology } from '../../../src/ontology/model';
import { Renderer } from '../../../src/ontology/render';
import { parseTurtle } from '../../../src/rdf';

/** Prefixes on one line: the first line of a test's text is line 2. */
export const PREFIXES = [
  '@prefix : <http://e/#> .',
  '@prefix owl: <http://www.w3.org/2002/07/owl#> .',
  '@prefix rdf: <http://www.w3.org/1999/02/22-rdf-syntax-ns#> .',
  '@prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .',
  '@prefix xsd: <http://www.w3.org/2001/XMLSchema#> .',
  '@prefix owlgate: <https://owlgate.dev/ns#> .',
].join(' ');

export const e = (local: string): string => `http://e/#${local}`;

export function ontologyOf(body: string): Ontology {
  return mapToOntology(parseTurtle(`${PREFIXES}\n${body}`));
}

/** Axioms except declarations and annotations, each as `line:column text`. */
export function placedAxioms(body: string): string[] {
  const ontology = ontologyOf(body);
  const renderer = new Renderer(ontology.prefixes);
  return ontology.axioms
    .filter(({ kind }) => kind !== 'Declaration' && kind !== 'AnnotationAssertion')
    .map((axiom) => `${axiom.position.line}:${axiom.position.column} ${renderer.axiom(axiom)}`);
}

export function axioms(body: string): string[] {
  return placedAxioms(body).map((text) => text.replace(/^\S+ /, ''));
}

/** Loads leniently with the test prefixes. */
export function load(body: string, options: ReadOptions = {}): LoadedOntology {
  return readOntology(`${PREFIXES}\n${body}`, { profile: 'lenient', ...options });
}

/** Returns a folder of real data beside the project; undefined if it is missing. */
export function sharedData(folder: string): string | undefined {
  const root = process.env['OWLGATE_SHARED'] ?? join(__dirname, '../../../../shared');
  const path = join(root, 'data', folder);
  return existsSync(path) ? path : undefined;
}
