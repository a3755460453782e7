/**
 * Labels of anonymous individuals by structure: hashes of the axioms about them, refined until they tell no more
 * individuals apart. Readers label blank nodes by their order in the document, which says nothing about the ontology.
 */
import { createHash } from 'node:crypto';
import type { Axiom, Individual } from '../model';
import { isBlank } from '../quads';
import { CanonicalRenderer } from './renderer';

/** Maximum rounds: the length of the paths of anonymous individuals that still count. */
const MAX_ROUNDS = 12;

/** Returns a different label for each anonymous individual. */
export function anonymousLabels(axioms: readonly Axiom[]): ReadonlyMap<Individual, string> {
  const about = axiomsByAnonymous(axioms);
  let hashes = new Map([...about.keys()].map((individual) => [individual, '']));
  let distinct = 0;
  for (let round = 0; round < MAX_ROUNDS; round++) {
    hashes = refined(about, hashes);
    const { size } = new Set(hashes.values());
    if (size === distinct) break;
    distinct = size;
  }
  const uses = new Map<string, number>();
  return new Map(
    [...hashes].map(([individual, hash]) => {
      const use = (uses.get(hash) ?? 0) + 1;
      uses.set(hash, use);
      return [individual, use === 1 ? `_:${hash}` : `_:${hash}-${use}`];
    }),
  );
}

function axiomsByAnonymous(axioms: readonly Axiom[]): Map<Individual, Axiom[]> {
  const about = new Map<Individual, Axiom[]>();
  let mentioned = new Set<Individual>();
  const observer = new CanonicalRenderer((individual) => {
    mentioned.add(individual);
    return individual;
  });
  for (const axiom of axioms) {
    if (!mayMentionAnonymous(axiom)) continue;
    mentioned = new Set();
    observer.axiom(axiom);
    for (const individual of mentioned) about.set(individual, [...(about.get(individual) ?? []), axiom]);
  }
  return about;
}

/** Returns false for most axioms of most ontologies, whose texts are then not made. */
function mayMentionAnonymous(axiom: Axiom): boolean {
  switch (axiom.kind) {
    case 'Declaration':
      return false;
    case 'SubClassOf':
      return axiom.sub.kind !== 'Class' || axiom.super.kind !== 'Class';
    case 'AnnotationAssertion':
      return isBlank(axiom.subject) || isBlank(axiom.value);
    default:
      return true;
  }
}

function refined(
  about: ReadonlyMap<Individual, readonly Axiom[]>,
  hashes: ReadonlyMap<Individual, string>,
): Map<Individual, string> {
  return new Map(
    [...about].map(([individual, axioms]) => {
      const label = (each: Individual): string => (each === individual ? '_:this' : `_:${hashes.get(each) ?? ''}`);
      const renderer = new CanonicalRenderer(label);
      const texts = axioms.map((axiom) => renderer.axiom(axiom)).sort();
      return [individual, createHash('sha256').update(texts.join('\n')).digest('hex').slice(0, 12)];
    }),
  );
}
