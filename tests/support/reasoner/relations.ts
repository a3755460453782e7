/**
 * Random ontologies of relations that are symmetric, transitive, inverse to or below one another, or chains, and
 * histories of writes over nodes that these relations connect closely.
 */
import * as fc from 'fast-check';
import type { Triple } from '../../../src/reasoner/graph';
import type { Write } from './histories';
import { OBJECT_PROPERTIES } from './samples';
import type { Statement } from './samples';
import { objectIri, property } from './samples/names';
import { list, propertyText, short } from './samples/expressions';
import { characteristic, inverseProperties, plain, subPropertyOf } from './samples/statements';

const chain = plain(
  fc.tuple(fc.array(property, { minLength: 2, maxLength: 3 }), objectIri),
  ([links, iri]) => ({ kind: 'PropertyChain', chain: links, super: { iri, inverse: false } }),
  ([links, iri]) => `${short(iri)} owl:propertyChainAxiom ${list(links.map(propertyText))}`,
);

const relation: fc.Arbitrary<Statement> = fc.oneof(
  { weight: 4, arbitrary: characteristic('Transitive') },
  { weight: 3, arbitrary: characteristic('Symmetric') },
  { weight: 3, arbitrary: subPropertyOf },
  { weight: 2, arbitrary: inverseProperties },
  { weight: 1, arbitrary: chain },
);

const together = (parts: readonly Statement[]): Statement => ({
  axioms: parts.flatMap(({ axioms }) => axioms),
  turtle: parts.map(({ turtle }) => turtle).join('\n'),
});

/** Ontologies with at least one transitive relation. */
export const relations: fc.Arbitrary<Statement> = fc
  .tuple(characteristic('Transitive'), fc.array(relation, { maxLength: 7 }))
  .map(([first, rest]) => together([first, ...rest]));

const node = fc.integer({ min: 1, max: 9 }).map((n) => `m${n}`);
export const edge: fc.Arbitrary<Triple> = fc.tuple(node, fc.constantFrom(...OBJECT_PROPERTIES), node);

/** Writes that mostly add edges. */
export const edgeHistories: fc.Arbitrary<Write[]> = fc.array(
  fc.record({
    assert: fc.array(
      edge.map((fact) => ({ fact })),
      { maxLength: 7 },
    ),
    retract: fc.oneof(
      { weight: 3, arbitrary: fc.constant([]) },
      {
        weight: 1,
        arbitrary: fc.array(
          fc.nat(1000).map((index) => ({ of: 'asserted' as const, index })),
          { minLength: 1, maxLength: 2 },
        ),
      },
    ),
  }),
  { minLength: 1, maxLength: 8 },
);
