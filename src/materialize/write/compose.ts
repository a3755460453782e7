/** Conversion of a settled change to the statements of a mutation. */
import { nodeKey, withNodes, type Mutation, type NodeRef, type NQuad } from '../../dql';
import { parseLiteralTerm, TYPE_PREDICATE, withoutRepeats } from '../../mutation';
import { Now, NOW_MASK, type Row } from '../../reasoner';
import { IRI_PREDICATE } from '../../schema';
import type { EngineSchema } from '../store/engine-schema';
import { factAt } from './contradiction-messages';
import { IRI_LABEL } from '../store/settle';
import type { Settled } from '../store/settle';
import { nodeOf, statementOf } from '../store/terms';
import type { WorkingSet } from '../store/working-set';

interface Composition {
  /** The client's set statements, unchanged. */
  readonly set: readonly NQuad[];
  /** Deletes of facts outside the rules. */
  readonly plainDeletes?: readonly NQuad[];
  /** The same, as stored facts. */
  readonly plainRows?: readonly Row[];
}

/** Composes the whole change as one mutation. */
export function composeMutation(composition: Composition, settled: Settled, schema: EngineSchema): Mutation {
  const { stated, added } = composeParts(composition, settled, schema);
  return {
    set: withoutRepeats([...added.identities, ...stated.set, ...added.set]),
    delete: [...stated.delete, ...added.delete],
  };
}

/** The client's statements and the gateway's additions. */
export interface Parts {
  readonly stated: Mutation;
  /** `identities` are the IRIs of new nodes. They are sent first: a node needs its IRI before its other facts. */
  readonly added: Mutation & { readonly identities: readonly NQuad[] };
}

/**
 * Composes a change in its two parts. The client's statements keep their facets, and inferred facts get the facet
 * `owl.inferred`. An asserted fact that is deleted but still entailed is written again as inferred.
 */
export function composeParts(composition: Composition, settled: Settled, schema: EngineSchema): Parts {
  const { set, plainDeletes = [], plainRows = [] } = composition;
  const { workingSet, inference, resolve, created } = settled;
  const facts = (rows: readonly Row[]) => rows.map((row) => factAt(workingSet, row));
  const place = placer(resolve);
  const asserted = set.map((nquad) => withNodes(nquad, place));
  // An IRI that occurs in deletes only, and that no node has, creates no node.
  const named = new Set<string | undefined>();
  for (const { subject, object } of asserted) named.add(labelOf(subject)).add(labelOf(object));
  const identities = [...created]
    .filter(([, label]) => named.has(label))
    .map(([iri, label]): NQuad => ({
      subject: { kind: 'blank', label },
      predicate: IRI_PREDICATE.name,
      object: { kind: 'literal', type: 'string', value: iri.slice(1, -1) },
    }));
  const inferred = (rows: readonly Row[]) => facts(rows).map((fact) => statementOf(fact, true));
  // Demoted facts belong to the client's part: its delete caused the change.
  const written = [...asserted, ...inferred(inference.demoted)];
  const statedSet = namesUids(written, set) ? withoutRepeats(written) : written;
  const addedSet = inferred(inference.inferred);
  const isDeletion = plainRows.length + inference.removed.length + inference.retracted.length > 0;
  const replaced = new Set(
    (isDeletion ? [...identities, ...statedSet, ...addedSet] : []).map((nquad) => slotOf(nquad)),
  );
  const deletions = (rows: readonly Row[]) => rows.flatMap((row) => deletion(workingSet, row, schema, replaced));
  const plain = plainDeletes.map((nquad) => withNodes(nquad, place)).filter((nquad) => !isOfNewIri(nquad));
  const respelled = outdatedSpellings(workingSet, statedSet);
  return {
    stated: {
      set: statedSet,
      delete: [...plain, ...deletions(plainRows), ...respelled, ...deletions(inference.removed)],
    },
    added: { identities, set: addedSet, delete: deletions(inference.retracted) },
  };
}

/**
 * Returns true if two of the statements may be equal now: a node is named by its uid, and perhaps by its IRI as well.
 *
 * @param set statements of the client, none of them twice
 */
const namesUids = (written: readonly NQuad[], set: readonly NQuad[]): boolean =>
  written.length > set.length || set.some(({ subject, object }) => subject.kind === 'uid' || object.kind === 'uid');

/** Returns the deletes of one stored fact: one for each spelling in which the value is stored. */
function deletesOf(workingSet: WorkingSet, row: Row): NQuad[] {
  const forms = [...workingSet.spellings(row).keys()].map((text) => spelled(workingSet, row, text));
  return forms.length > 0 ? forms : [statementOf(factAt(workingSet, row), false)];
}

const spelled = (workingSet: WorkingSet, row: Row, value: string): NQuad => ({
  ...statementOf(factAt(workingSet, row), false),
  object: { kind: 'literal', type: 'default', value },
});

/**
 * Returns the deletes of spellings of facts that remain: inferred ones of an asserted fact, and asserted ones of a fact
 * that is only inferred now.
 *
 * @param set statements of the same mutation, which come after its deletes
 */
function outdatedSpellings(workingSet: WorkingSet, set: readonly NQuad[]): NQuad[] {
  const deletes: NQuad[] = [];
  for (const row of workingSet.spelledRows) {
    const now = workingSet.table.flags[row]! & NOW_MASK;
    for (const [text, wasInferred] of workingSet.spellings(row)) {
      if (now === 0 || wasInferred === (now === Now.Inferred)) continue;
      deletes.push(spelled(workingSet, row, text));
    }
  }
  if (deletes.length === 0) return deletes;
  const written = new Set(set.map(valueKey));
  return deletes.filter((nquad) => !written.has(valueKey(nquad)));
}

const valueKey = ({ subject, predicate, object }: NQuad): string =>
  object.kind === 'literal' ? `${nodeKey(subject)} ${predicate} ${object.value}` : '';

const labelOf = (term: NQuad['object']): string | undefined => (term.kind === 'blank' ? term.label : undefined);

const isOfNewIri = ({ subject, object }: NQuad): boolean =>
  [subject, object].some((term) => labelOf(term)?.startsWith(IRI_LABEL));

/** Returns a replacement of IRIs with nodes; statements share them. */
function placer(resolve: (node: string) => string): (ref: NodeRef) => NodeRef {
  const nodes = new Map<string, NodeRef>();
  return (ref) => {
    if (ref.kind !== 'iri') return ref;
    const key = nodeKey(ref);
    let node = nodes.get(key);
    if (!node) nodes.set(key, (node = nodeOf(resolve(key))));
    return node;
  };
}

const slotOf = ({ subject, predicate, lang }: NQuad): string => `${nodeKey(subject)} ${predicate} ${lang ?? ''}`;

/** Returns the deletes of a fact; empty if a set overwrites the value. */
function deletion(workingSet: WorkingSet, row: Row, schema: EngineSchema, replaced: ReadonlySet<string>): NQuad[] {
  const fact = factAt(workingSet, row);
  const declared = schema.get(fact.p);
  if (fact.p === TYPE_PREDICATE || !declared || declared.list) return deletesOf(workingSet, row);
  const statement = statementOf(fact, false);
  const isValue = fact.o.startsWith('"');
  const lang = isValue ? parseLiteralTerm(fact.o).lang : undefined;
  if (replaced.has(slotOf({ ...statement, ...(lang === undefined ? {} : { lang }) }))) return [];
  // Without languages, a star deletes the value in any spelling. With languages, the delete must name the value.
  if (isValue && !declared.lang) return [{ subject: statement.subject, predicate: fact.p, object: { kind: 'star' } }];
  return [statement];
}
