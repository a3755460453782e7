/** Registry stored in an engine, changed directly behind the gateways: damaged and restored. */
import { parseSchema } from '../../../src/dql';
import type { PredicateDeclaration } from '../../../src/dql/schema/ast';
import { REGISTRY_SCHEMA } from '../../../src/materialize/in-force/registry-schema';
import { alter, alterJson, alterPatiently, ask, query, rdf, refusal, type Answer } from '../engines/wire';

export interface Statement {
  readonly uid: string;
  /** Name without `owlgate.`. */
  readonly predicate: string;
  /** Object in RDF: `"text"`, `"1"^^<xs:int>`, `<0x1>`. */
  readonly object: string;
}

const TYPES: ReadonlyMap<string, string> = new Map(
  Object.entries(REGISTRY_SCHEMA).map(([name, declared]) => [
    name.replace('owlgate.', ''),
    /^\[?(\w+)/.exec(declared)![1]!,
  ]),
);
const PREDICATES = [...TYPES.keys()].filter((name) => name !== 'lock');

const print = ({ uid, predicate, object }: Statement): string => `${uid} <owlgate.${predicate}> ${object} .`;

export const literal = (value: unknown): string =>
  typeof value === 'number'
    ? `"${value}"^^<xs:int>`
    : typeof value === 'boolean'
      ? `"${value}"^^<xs:boolean>`
      : JSON.stringify(value);

export class StoredRegistry {
  private savedStatements: readonly Statement[] = [];

  constructor(private readonly url: string) {}

  /** Saves the stored statements. */
  async keep(): Promise<void> {
    this.savedStatements = await this.statements();
  }

  async statements(): Promise<readonly Statement[]> {
    const blocks = PREDICATES.map((name, i) => `p${i} as var(func: has(owlgate.${name}))`).join('\n');
    const fields = PREDICATES.map((name) =>
      TYPES.get(name) === 'uid' ? `${name}: owlgate.${name} { uid }` : `${name}: owlgate.${name}`,
    );
    const all = PREDICATES.map((_, i) => `p${i}`).join(', ');
    const { data } = await ask(this.url, query(`{ ${blocks} nodes(func: uid(${all})) { uid ${fields.join('\n')} } }`));
    return (data.nodes as Answer[]).flatMap((node) =>
      PREDICATES.filter((name) => node[name] !== undefined).flatMap((predicate) =>
        [node[predicate]].flat().map((value: unknown): Statement => {
          const isEdge = TYPES.get(predicate) === 'uid';
          const object = isEdge ? `<${(value as { uid: string }).uid}>` : literal(value);
          return { uid: `<${String(node.uid)}>`, predicate, object };
        }),
      ),
    );
  }

  /** Returns the statements of the record with a key, or of its n-th part along an edge: `version/2 source 0`. */
  node(name: string): { readonly uid: string; readonly statements: readonly Statement[] } {
    const [key, edge, place] = name.split(' ');
    const record = this.savedStatements.find(
      ({ predicate, object }) => predicate === 'key' && object === JSON.stringify(key),
    )!;
    if (edge === undefined) return this.at(record.uid);
    const parts = this.savedStatements.filter(({ uid, predicate }) => uid === record.uid && predicate === edge);
    const part = parts.find(({ object }) =>
      this.at(object).statements.some(
        ({ predicate, object: at }) => predicate === 'part' && at === literal(Number(place)),
      ),
    )!;
    return this.at(part.object);
  }

  private at(uid: string): { readonly uid: string; readonly statements: readonly Statement[] } {
    return { uid, statements: this.savedStatements.filter((each) => each.uid === uid) };
  }

  async change({
    set = [],
    remove = [],
  }: {
    set?: readonly Statement[];
    remove?: readonly Statement[];
  }): Promise<void> {
    const block = (name: string, lines: readonly Statement[]): string =>
      lines.length === 0 ? '' : `${name} { \n${lines.map(print).join('\n')}\n }`;
    if (remove.length > 0) await ask(this.url, rdf(`{ ${block('delete', remove)} }`));
    if (set.length > 0) await ask(this.url, rdf(`{ ${block('set', set)} }`));
  }

  /** Declares a predicate with another type, after dropping its data. */
  async redeclare(predicate: string, type: string): Promise<void> {
    await alterPatiently(this.url, alterJson({ drop_attr: `owlgate.${predicate}` }));
    await alterPatiently(this.url, alter(`owlgate.${predicate}: ${type} .`));
  }

  /** Declares a predicate with its original type, whatever data it has; an engine may refuse that. */
  async declareAgain(predicate: string): Promise<void> {
    await refusal(this.url, alter(`owlgate.${predicate}: ${REGISTRY_SCHEMA[`owlgate.${predicate}`]!} .`));
  }

  /** Restores the saved statements under the same uids. */
  async putBack(): Promise<void> {
    const { data } = await ask(this.url, query('schema {}'));
    const declared = new Map((data.schema as Answer[]).map((each) => [each.predicate as string, shape(each)]));
    const wanted = parseSchema(declarations()).predicates;
    for (const { name } of wanted.filter(
      (each) => declared.has(each.name) && declared.get(each.name) !== shapeOf(each),
    )) {
      await alterPatiently(this.url, alterJson({ drop_attr: name }));
    }
    await alterPatiently(this.url, alter(declarations()));
    // Not by reading: a value may not fit its predicate.
    const blocks = PREDICATES.map((name, i) => `v${i} as var(func: has(owlgate.${name}))`).join('\n');
    const removed = PREDICATES.map((name, i) => `uid(v${i}) <owlgate.${name}> * .`).join('\n');
    const emptied = await refusal(
      this.url,
      rdf(`upsert { query { ${blocks} } mutation { delete { \n${removed}\n } } }`),
    );
    if (emptied !== undefined) {
      for (const name of PREDICATES) await alterPatiently(this.url, alterJson({ drop_attr: `owlgate.${name}` }));
      await alterPatiently(this.url, alter(declarations()));
    }
    await this.change({ set: this.savedStatements });
  }
}

const declarations = (): string =>
  Object.entries(REGISTRY_SCHEMA)
    .map(([name, declared]) => `${name}: ${declared} .`)
    .join('\n');

const shape = ({ type, list = false, tokenizer = [], upsert = false, lang = false }: Answer): string =>
  JSON.stringify([type, list, tokenizer, upsert, lang]);

const shapeOf = ({ type, list, index, upsert, lang }: PredicateDeclaration): string =>
  JSON.stringify([type, list, index.map(({ tokenizer }) => tokenizer), upsert, lang]);
