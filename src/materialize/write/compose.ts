/** A settled change as the statements that the engine is sent. */
import { nodeKey, withNodes } from '../../dql';
import type { Mutation, NodeRef, NQuad } from '../../dql/mutation/ast';
import { parseLiteralTerm, TYPE_PREDICATE, withoutRepeats } from '../../mutation';
import type { Row } from '../../reasoner';
import { IRI_PREDICATE } from '../../schema';
import type { EngineSchema } from '../store/engine-schema';
import { factAt } from './refuse';
import { IRI_LABEL } from '../store/settle';
import type { Settled } from '../store/settle';
import { nodeOf, statementOf } from '../store/terms';
import type { Window } from '../store/window';

export interface Composition {
  /** Statements of the client that are set, as they were given. */
  readonly set: readonly NQuad[];
  /** Deletes that no rule has to do with. */
  readonly plainDeletes: readonly NQuad[];
}

/** What to write, all together. */
export function composeMutation(composition: Composition, settled: Settled, schema: EngineSchema): Mutation {
  const { stated, added } = composeParts(composition, settled, schema);
  return {
    set: withoutRepeats([...added.identities, ...stated.set, ...added.set]),
    delete: [...stated.delete, ...added.delete],
  };
}

/** What the client states, and what is added to it. */
export interface Parts {
  readonly stated: Mutation;
  /** The IRIs of new nodes are told apart: a node has to have its IRI first. */
  readonly added: Mutation & { readonly identities: readonly NQuad[] };
}

/**
 * What to write. The client's own statements keep their facets; what is inferred carries the facet that says so; an
 * asserted fact that is taken back and still entailed is written again as inferred.
 */
export function composeParts({ set, plainDeletes }: Composition, settled: Settled, schema: EngineSchema): Parts {
  const { window, inference, resolve, created } = settled;
  const facts = (rows: readonly Row[]) => rows.map((row) => factAt(window, row));
  const asserted = set.map((nquad) => placed(nquad, resolve));
  // An IRI of which only something is taken back, and that no node has, makes none.
  const named = new Set(asserted.flatMap(({ subject, object }) => [subject, object]).map(labelOf));
  const identities = [...created]
    .filter(([, label]) => named.has(label))
    .map(([iri, label]): NQuad => ({
      subject: { kind: 'blank', label },
      predicate: IRI_PREDICATE.name,
      object: { kind: 'literal', type: 'string', value: iri.slice(1, -1) },
    }));
  const inferred = (rows: readonly Row[]) => facts(rows).map((fact) => statementOf(fact, true));
  // What is taken back and still follows is changed by the client's doing.
  const statedSet = withoutRepeats([...asserted, ...inferred(inference.demoted)]);
  const addedSet = inferred(inference.inferred);
  const replaced = new Set([...identities, ...statedSet, ...addedSet].map((nquad) => slotOf(nquad)));
  const deletions = (rows: readonly Row[]) => rows.flatMap((row) => deletion(window, row, schema, replaced));
  const plain = plainDeletes.map((nquad) => placed(nquad, resolve)).filter((nquad) => !isOfNewIri(nquad));
  return {
    stated: { set: statedSet, delete: [...plain, ...deletions(inference.removed)] },
    added: { identities, set: addedSet, delete: deletions(inference.retracted) },
  };
}

/** The deletes of a stored fact by name: one for each form in which a value is stored. */
export function deletesOf(window: Window, row: Row): NQuad[] {
  const statement = statementOf(factAt(window, row), false);
  const forms = [...window.spellings(row)].map((value): NQuad => ({
    ...statement,
    object: { kind: 'literal', type: 'default', value },
  }));
  return forms.length > 0 ? forms : [statement];
}

const labelOf = (term: NQuad['object']): string | undefined => (term.kind === 'blank' ? term.label : undefined);

const isOfNewIri = ({ subject, object }: NQuad): boolean =>
  [subject, object].some((term) => labelOf(term)?.startsWith(IRI_LABEL));

/** A statement with its IRIs looked up. */
function placed(nquad: NQuad, resolve: (node: string) => string): NQuad {
  const node = (ref: NodeRef): NodeRef => (ref.kind === 'iri' ? nodeOf(resolve(nodeKey(ref))) : ref);
  return withNodes(nquad, node);
}

const slotOf = ({ subject, predicate, lang }: NQuad): string => `${nodeKey(subject)} ${predicate} ${lang ?? ''}`;

/** The delete of a fact; none where a set replaces it. */
function deletion(window: Window, row: Row, schema: EngineSchema, replaced: ReadonlySet<string>): NQuad[] {
  const fact = factAt(window, row);
  const declared = schema.get(fact.p);
  if (fact.p === TYPE_PREDICATE || !declared || declared.list) return deletesOf(window, row);
  const statement = statementOf(fact, false);
  const isValue = fact.o.startsWith('"');
  const lang = isValue ? parseLiteralTerm(fact.o).lang : undefined;
  if (replaced.has(slotOf({ ...statement, ...(lang === undefined ? {} : { lang }) }))) return [];
  // A value alone under its predicate goes whatever its spelling; with languages beside it, it has to be named.
  if (isValue && !declared.lang) return [{ subject: statement.subject, predicate: fact.p, object: { kind: 'star' } }];
  return [statement];
}
