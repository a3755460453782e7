/** Canonical form of RDF data sets: equal for isomorphic ones, whatever the labels of their blank nodes. */
import { Parser } from 'n3';
import { canonize } from 'rdf-canonize';

export type CanonicalStatements = readonly string[];

/** Reads TriG, or a syntax that it contains, and returns the statements in canonical form (RDFC-1.0), sorted. */
export async function canonicalOf(text: string, format = 'application/trig'): Promise<CanonicalStatements> {
  const quads = new Parser({ format, baseIRI: 'http://base.example/' }).parse(text);
  const canonical: string = await canonize(quads, { algorithm: 'RDFC-1.0', format: 'application/n-quads' });
  return [...new Set(canonical.split('\n').filter((line) => line !== ''))].sort();
}
