/**
 * Expanded stars: a star of a delete is sent as one delete for each stored fact.
 *
 * For a star `S P *` of a list, the engine deletes the values as of the start of the transaction, but empties the list
 * as of the commit. A value that another transaction adds in between disappears from the list and remains in reverse
 * edges or indexes forever. Deletes by name have no such gap: the engine detects the conflict with an add of the same
 * value. They need no lock, and adds cost nothing extra. For predicates that take one value the engine itself detects
 * the conflict of a star with an add.
 *
 * `S * *` is a whole-node delete. As in Dgraph, it takes the predicates of the node's types. With an ontology in force
 * it also takes all edges of the ontology from and to the node, because the range of a remaining edge would type the
 * node again. If set statements of the same request mention the node, its incoming edges stay, and the node does not
 * count as deleted.
 */
import type { NQuad } from '../../dql';
import { languageOf, TYPE_PREDICATE } from '../../mutation';
import { ANY, NO_ROW, Stored, STORED_MASK } from '../../reasoner';
import type { Pattern, Row } from '../../reasoner';
import { IRI_PREDICATE } from '../../schema';
import type { EngineSchema } from '../store/engine-schema';
import type { Relevance } from '../in-force/relevance';
import type { Need } from '../store/need';
import type { Fact } from '../store/terms';
import { isNewNode } from '../store/working-set';
import type { WorkingSet } from '../store/working-set';
import { listKey } from './hubs/edge-lists';
import type { EdgeList } from './hubs/edge-lists';
import { factAt } from './contradiction-messages';

/** Star of one predicate, or without `p` of a whole node. */
export interface StarDelete {
  readonly s: string;
  readonly p?: string;
  /** Language of the values; others stay. */
  readonly lang?: string | undefined;
}

export interface StarContext {
  readonly relevance: Relevance;
  readonly schema: EngineSchema;
  /** Predicates of the ontology whose values are nodes; absent if no ontology is in force. */
  edges?(): readonly string[];
  /** Returns true for the node of an individual of the ontology. */
  isIndividual?(node: string): boolean;
  /** Returns true for a predicate of the ontology. */
  isOfOntology(predicate: string): boolean;
  /** Returns true if the client may write the predicate; default: every predicate. */
  readonly mayWrite?: (predicate: string) => boolean;
  /** Names of the lists of edges that stars leave to another write (hubs/edge-lists.ts). Default: none. */
  readonly spared?: ReadonlySet<string> | undefined;
}

/** Rights of a client over predicates, on a cluster with access control. */
export interface Rights {
  mayRead(predicate: string): boolean;
  mayWrite(predicate: string): boolean;
}

export const ALL_RIGHTS: Rights = { mayRead: () => true, mayWrite: () => true };

/** Nodes that a write deletes whole, and asserted edges to them that it deletes, as rows of the working set. */
export interface WholeNodes {
  readonly nodes: ReadonlySet<string>;
  readonly incoming: readonly Row[];
}

/** Returns true for a star that must be expanded, because the engine's own delete would not suffice. */
export function needsExpansion(p: string, context: StarContext): boolean {
  if (!context.edges) return false;
  if (p === '*' || p === TYPE_PREDICATE || context.relevance.hasProperty(p) || takesOne(p, context)) return true;
  return context.isOfOntology(p) && context.schema.get(p)?.list === true;
}

/** Returns true for a declared predicate with one value, which can be read; also for one outside the ontology. */
export function takesOne(p: string, context: StarContext): boolean {
  const declared = context.edges && context.schema.get(p);
  return declared !== undefined && !declared.list && declared.type !== 'password';
}

export class Stars {
  readonly needs: Need[] = [];
  readonly retract: Pattern[] = [];
  /** Stars outside the rules, sent unchanged. */
  readonly plainDeletes: NQuad[] = [];
  /** Stored facts outside the rules to delete. */
  readonly plainRows: Row[] = [];
  private readonly nodes = new Set<string>();
  private readonly incoming: Row[] = [];
  private readonly takenRows = new Set<Row>();

  constructor(
    private readonly workingSet: WorkingSet,
    private readonly context: StarContext,
    private readonly rights: Rights,
  ) {}

  get wholeNodes(): WholeNodes {
    return { nodes: this.nodes, incoming: this.incoming };
  }

  /** Calls `each` for every stored fact that matches, or adds a need if those facts have not been read. */
  stored(
    { s, p, o }: { readonly s?: string; readonly p: string; readonly o?: string },
    each: (row: Row) => void,
  ): void {
    const { terms, table } = this.workingSet;
    const [si, pi, oi] = [s === undefined ? ANY : terms.id(s), terms.id(p), o === undefined ? ANY : terms.id(o)];
    if (!this.workingSet.covers(si, pi, oi)) {
      this.needs.push({ s, p, o });
      return;
    }
    let row = s === undefined ? table.firstOfObject(pi, oi) : table.firstOfSubject(si, pi);
    while (row !== NO_ROW) {
      if ((table.flags[row]! & STORED_MASK) !== 0) each(row);
      row = s === undefined ? table.nextOfObject(row) : table.nextOfSubject(row);
    }
  }

  takeBack(row: Row): void {
    const { table } = this.workingSet;
    this.retract.push({ s: table.subject[row]!, p: table.predicate[row]!, o: table.object[row]! });
  }

  /** Takes `S P *` or `S P@lang *`. */
  takePredicate(s: string, p: string, lang?: string): void {
    if (this.spares({ node: s, predicate: p, isReverse: false })) return;
    this.stored({ s, p }, (row) => {
      if (lang === undefined || languageOf(this.objectOf(row)) === lang) this.take(row);
    });
  }

  /** Takes one fact, if it is stored. */
  takeFact({ s, p, o }: Fact): void {
    this.stored({ s, p }, (row) => {
      if (this.objectOf(row) === o) this.take(row);
    });
  }

  /** Takes the asserted value of a predicate that takes one, of a language or without any. */
  takePlace(s: string, p: string, lang: string | undefined): void {
    this.stored({ s, p }, (row) => {
      if (languageOf(this.objectOf(row)) === lang && this.isAsserted(row)) this.take(row);
    });
  }

  /** Takes `S dgraph.type *`. */
  takeTypes(s: string): void {
    this.stored({ s, p: TYPE_PREDICATE }, (row) => this.take(row));
  }

  /** Takes `S * *`. @param livesOn true if set statements of the same request mention the node */
  takeNode(s: string, livesOn: boolean): void {
    if (isNewNode(s)) return;
    const { schema, mayWrite } = this.context;
    const predicates = new Set<string>();
    this.stored({ s, p: TYPE_PREDICATE }, (row) => {
      for (const field of schema.fieldsOf(this.objectOf(row))) predicates.add(field);
    });
    // Rules name the node of an individual: without its IRI the next write by that would make a second one.
    if (this.context.isIndividual?.(s)) predicates.delete(IRI_PREDICATE.name);
    if (mayWrite?.(TYPE_PREDICATE) !== false) this.takeTypes(s);
    for (const p of predicates) {
      if (mayWrite?.(p) === false) continue;
      if (needsExpansion(p, this.context)) this.takePredicate(s, p);
      else this.plainDeletes.push({ subject: { kind: 'uid', uid: s }, predicate: p, object: { kind: 'star' } });
    }
    if (this.nodes.has(s)) return;
    if (!livesOn) this.nodes.add(s);
    for (const p of this.context.edges?.() ?? []) {
      const mayTake = mayWrite?.(p) !== false && this.rights.mayWrite(p);
      // Predicates of the ontology that belong to no type of the node: equality, and properties of every class.
      const isSpared = this.spares({ node: s, predicate: p, isReverse: false });
      if (!predicates.has(p) && !isSpared) this.stored({ s, p }, (row) => mayTake && this.take(row));
      if (livesOn || !schema.get(p)!.reverse || this.spares({ node: s, predicate: p, isReverse: true })) continue;
      this.stored({ p, o: s }, (row) => {
        if (!mayTake) return;
        this.take(row);
        // Inferred edges are not reported: they go with their supporting facts, whoever may write them.
        if (this.isAsserted(row)) this.incoming.push(row);
      });
    }
  }

  /** Takes back a stored fact: through the reasoner if rules concern it. */
  take(row: Row): void {
    if (this.takenRows.has(row)) return;
    this.takenRows.add(row);
    const fact = factAt(this.workingSet, row);
    const { relevance } = this.context;
    const isRelevant = fact.p === TYPE_PREDICATE ? relevance.hasClass(fact.o) : relevance.hasProperty(fact.p);
    if (isRelevant) this.takeBack(row);
    else this.plainRows.push(row);
  }

  private spares(list: EdgeList): boolean {
    return this.context.spared?.has(listKey(list)) === true;
  }

  private isAsserted(row: Row): boolean {
    return (this.workingSet.table.flags[row]! & Stored.Asserted) !== 0;
  }

  private objectOf(row: Row): string {
    return this.workingSet.terms.text(this.workingSet.table.object[row]!);
  }
}
