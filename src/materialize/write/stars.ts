/**
 * Stars of deletes, expanded to the stored facts that they take back.
 *
 * An engine deletes `S P *` of a list as it stood when the transaction began, and wipes the list as it stands at the commit:
 * a value that another transaction adds meanwhile leaves the list, and stays in its reverse edges or index for good. A delete
 * of each value by name has no such gap: the engine itself keeps it apart from an add of the same value. So no lock is needed,
 * and an add costs nothing. Of predicates that take one value the engine keeps star and add apart by itself.
 *
 * `S * *` is the delete of a whole node. As in Dgraph it takes what the node's types have; with an ontology in force also all
 * edges of the ontology from and to the node, because the range of one that is left would type the node again. A node of which
 * the same request states something lives on, and keeps the edges that lead to it.
 */
import type { NQuad } from '../../dql/mutation/ast';
import { languageOf, TYPE_PREDICATE } from '../../mutation';
import { ANY, NO_ROW, Stored, STORED_MASK } from '../../reasoner';
import type { Pattern, Row } from '../../reasoner';
import type { EngineSchema } from '../store/engine-schema';
import type { Relevance } from '../in-force/relevance';
import type { Need } from '../store/reads';
import { isNewNode } from '../store/window';
import type { Window } from '../store/window';
import { deletesOf } from './compose';
import { listKey } from './hubs/edge-lists';
import type { EdgeList } from './hubs/edge-lists';
import { factAt } from './refuse';

/** A delete that takes back whatever is stored: of one predicate, or where `p` is absent of a whole node. */
export interface StarDelete {
  readonly s: string;
  readonly p?: string;
  /** Values of this language alone. */
  readonly lang?: string | undefined;
}

export interface StarContext {
  readonly relevance: Relevance;
  readonly schema: EngineSchema;
  /** Predicates of the ontology whose values are nodes; absent where no ontology is in force. */
  edges?(): readonly string[];
  /** Tells whether a predicate is the ontology's. */
  isOfOntology(predicate: string): boolean;
  /** Right of the client to write a predicate; default: every predicate. */
  readonly mayWrite?: (predicate: string) => boolean;
  /** Names of the lists of edges that stars leave: another write takes them (hubs/edge-lists.ts). Default: none. */
  readonly spared?: ReadonlySet<string> | undefined;
}

/** A client's rights over predicates, on a cluster with access control. */
export interface Rights {
  mayRead(predicate: string): boolean;
  mayWrite(predicate: string): boolean;
}

export const ALL_RIGHTS: Rights = { mayRead: () => true, mayWrite: () => true };

/** Nodes that a write deletes whole, and the asserted edges to them that it takes back, as rows of the window. */
export interface WholeNodes {
  readonly nodes: ReadonlySet<string>;
  readonly incoming: readonly Row[];
}

/** Tells whether a star has to be expanded: an engine's own delete of it would not do. */
export function needsExpansion(p: string, context: StarContext): boolean {
  if (!context.edges) return false;
  if (p === '*' || p === TYPE_PREDICATE || context.relevance.hasProperty(p)) return true;
  return context.isOfOntology(p) && context.schema.get(p)?.list === true;
}

export class Stars {
  readonly needs: Need[] = [];
  readonly retract: Pattern[] = [];
  /** Deletes that no rule has to do with. */
  readonly plainDeletes: NQuad[] = [];
  private readonly nodes = new Set<string>();
  private readonly incoming: Row[] = [];
  private readonly taken = new Set<Row>();

  constructor(
    private readonly window: Window,
    private readonly context: StarContext,
    private readonly rights: Rights,
  ) {}

  get whole(): WholeNodes {
    return { nodes: this.nodes, incoming: this.incoming };
  }

  /** Calls back with each stored fact that matches; asks for them where they have not been read. */
  stored(
    { s, p, o }: { readonly s?: string; readonly p: string; readonly o?: string },
    each: (row: Row) => void,
  ): void {
    const { terms, table } = this.window;
    const [si, pi, oi] = [s === undefined ? ANY : terms.id(s), terms.id(p), o === undefined ? ANY : terms.id(o)];
    if (!this.window.covers(si, pi, oi)) {
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
    const { table } = this.window;
    this.retract.push({ s: table.subject[row]!, p: table.predicate[row]!, o: table.object[row]! });
  }

  /** `S P *` and `S P@lang *` */
  takePredicate(s: string, p: string, lang?: string): void {
    if (this.spares({ node: s, predicate: p, isReverse: false })) return;
    this.stored({ s, p }, (row) => {
      if (lang === undefined || languageOf(this.objectOf(row)) === lang) this.take(row);
    });
  }

  /** `S dgraph.type *` */
  takeTypes(s: string): void {
    this.stored({ s, p: TYPE_PREDICATE }, (row) => this.take(row));
  }

  /** `S * *` @param livesOn whether the same request states something of the node */
  takeNode(s: string, livesOn: boolean): void {
    if (isNewNode(s)) return;
    const { schema, mayWrite } = this.context;
    const predicates = new Set<string>();
    this.stored({ s, p: TYPE_PREDICATE }, (row) => {
      for (const field of schema.fieldsOf(this.objectOf(row))) predicates.add(field);
    });
    if (mayWrite?.(TYPE_PREDICATE) !== false) this.takeTypes(s);
    for (const p of predicates) {
      if (mayWrite?.(p) === false) continue;
      if (needsExpansion(p, this.context)) this.takePredicate(s, p);
      else this.plainDeletes.push({ subject: { kind: 'uid', uid: s }, predicate: p, object: { kind: 'star' } });
    }
    if (livesOn || this.nodes.has(s)) return;
    this.nodes.add(s);
    for (const p of this.context.edges?.() ?? []) {
      const mayTake = mayWrite?.(p) !== false && this.rights.mayWrite(p);
      // Of the ontology, and of no type that the node has: equality, and properties that belong to every class.
      const isSpared = this.spares({ node: s, predicate: p, isReverse: false });
      if (!predicates.has(p) && !isSpared) this.stored({ s, p }, (row) => mayTake && this.take(row));
      if (!schema.get(p)!.reverse || this.spares({ node: s, predicate: p, isReverse: true })) continue;
      this.stored({ p, o: s }, (row) => {
        if (!mayTake) return;
        this.take(row);
        // An inferred edge goes with the facts that it follows from, whoever may write it.
        if (this.isAsserted(row)) this.incoming.push(row);
      });
    }
  }

  /** Takes back a stored fact: through the rules where they speak of it. */
  private take(row: Row): void {
    if (this.taken.has(row)) return;
    this.taken.add(row);
    const fact = factAt(this.window, row);
    const { relevance } = this.context;
    const isRelevant = fact.p === TYPE_PREDICATE ? relevance.hasClass(fact.o) : relevance.hasProperty(fact.p);
    if (isRelevant) this.takeBack(row);
    else this.plainDeletes.push(...deletesOf(this.window, row));
  }

  private spares(list: EdgeList): boolean {
    return this.context.spared?.has(listKey(list)) === true;
  }

  private isAsserted(row: Row): boolean {
    return (this.window.table.flags[row]! & Stored.Asserted) !== 0;
  }

  private objectOf(row: Row): string {
    return this.window.terms.text(this.window.table.object[row]!);
  }
}
