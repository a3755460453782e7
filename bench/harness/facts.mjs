/** Facts as triples, read from N-Triples, and samples of them. */
import { readFileSync } from 'node:fs';
import { RDF_TYPE } from './rules.mjs';

const STATEMENT = /^<([^>]*)> <([^>]*)> (?:<([^>]*)>|("(?:[^"\\]|\\.)*")) \.$/;

/** @param facts triples, or {file: N-Triples} */
export function factsOf(facts) {
  if (!facts.file) return facts;
  const lines = readFileSync(facts.file, 'utf8').split('\n');
  return lines
    .filter((line) => line !== '')
    .map((line) => {
      const [, s, p, iri, value] = STATEMENT.exec(line);
      return [s, p, iri ?? value];
    });
}

/** Sample of edges and values from the whole data, each once; few inferred facts depend on them. */
export function spreadOver(all, count) {
  const edges = all.filter(([, p]) => p !== RDF_TYPE);
  const picked = Array.from({ length: count }, (_, i) => edges[(i * 1_000_003) % edges.length]);
  return [...new Map(picked.map((fact) => [fact.join(' '), fact])).values()];
}
