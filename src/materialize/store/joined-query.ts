/**
 * Queries for facts of several writes, as one query. Blocks that ask for the same fields become one block over all
 * their nodes: an engine has work for each block, about as much as for ten nodes.
 */
import { isIriTerm } from './dql-text';
import { objects, type Block, type FactQuery, type Field, type Json } from './fact-query';

/** Block of the joined query, and the blocks that it stands for. */
interface JoinedBlock {
  readonly alias: string;
  readonly nodes: Set<string>;
  /** Objects of the union of all blocks. */
  readonly fields: readonly Field[];
  readonly query: FactQuery;
}

export class JoinedQuery {
  private readonly joined = new Map<string, JoinedBlock>();
  private readonly joinedOf = new Map<Block, JoinedBlock>();
  private readonly apart: string[] = [];
  private readonly rows = new Map<JoinedBlock, ReadonlyMap<string, readonly Json[]>>();

  /** @param queries whose blocks have different names */
  constructor(queries: readonly FactQuery[]) {
    for (const query of queries) for (const block of query.blocks) this.add(query, block);
  }

  /** Blocks of the query, without surrounding braces. */
  get text(): string {
    const texts = [...this.joined.values()].map(({ query, alias, nodes, fields }) =>
      query.print({ alias, nodes: [...nodes], fields }),
    );
    return [...texts, ...this.apart].join('\n');
  }

  /** Returns the part of the answer that belongs to one of the queries, as if it had been asked alone. */
  answerTo(query: FactQuery, data: Json): Json {
    return Object.fromEntries(
      query.blocks.map((block) => {
        const joined = this.joinedOf.get(block);
        return [block.alias, joined ? ownRows(block, this.rowsOf(joined, data)) : data[block.alias]];
      }),
    );
  }

  private add(query: FactQuery, block: Block): void {
    const { nodes, fields } = block;
    if (!nodes || fields.some(namesIri)) {
      this.apart.push(query.print(block));
      return;
    }
    const isOfIris = isIriTerm(nodes[0]!);
    const key = query.print({ alias: '', nodes: [isOfIris ? '<>' : '0x0'], fields: fields.map(withoutObjects) });
    let joined = this.joined.get(key);
    if (!joined) {
      joined = { alias: `j${this.joined.size}`, nodes: new Set(), fields: fields.map(withoutObjects), query };
      this.joined.set(key, joined);
    }
    this.joinedOf.set(block, joined);
    for (const node of nodes) joined.nodes.add(node);
    joined.fields.forEach((field, i) => {
      const own = fields[i]!;
      if (field.kind === 'exact' && own.kind === 'exact') for (const o of own.objects) field.objects.add(o);
    });
  }

  /** Returns the rows of a block by node. Several nodes may have one IRI. */
  private rowsOf(joined: JoinedBlock, data: Json): ReadonlyMap<string, readonly Json[]> {
    const known = this.rows.get(joined);
    if (known) return known;
    const rows = new Map<string, Json[]>();
    for (const row of objects(data[joined.alias])) {
      const { uid, iri } = row;
      const node = typeof iri === 'string' ? `<${iri}>` : String(uid);
      const others = rows.get(node);
      if (others) others.push(row);
      else rows.set(node, [row]);
    }
    this.rows.set(joined, rows);
    return rows;
  }
}

/** Returns a field that asks for no object yet. */
const withoutObjects = (field: Field): Field => (field.kind === 'exact' ? { ...field, objects: new Set() } : field);

/** Returns true for objects that an answer does not tell apart: it has their uids alone. */
const namesIri = (field: Field): boolean => field.kind === 'exact' && [...field.objects].some(isIriTerm);

/** Returns the rows of a block's nodes, without the objects that only other blocks asked for. */
function ownRows({ nodes, fields }: Block, rows: ReadonlyMap<string, readonly Json[]>): Json[] {
  const own = nodes!.flatMap((node) => rows.get(node) ?? []);
  if (!fields.some(({ kind }) => kind === 'exact')) return own;
  return own.map((row) => {
    const narrowed = { ...row };
    fields.forEach((field, i) => {
      if (field.kind !== 'exact') return;
      narrowed[`f${i}`] = objects(row[`f${i}`]).filter(({ uid }) => field.objects.has(String(uid)));
    });
    return narrowed;
  });
}
