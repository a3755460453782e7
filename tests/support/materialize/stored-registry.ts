/** Registry stored in an engine, changed directly behind the gateways: damaged and restored. */
import { parseSchema } from '../../../src/dql';
import type { PredicateDeclaration } from '../../../src/dql/schema/ast';
import { Seal, type VersionRecord } from '../../../src/materialize/in-force/registry-seal';
import { PROGRESS_FIELDS, RECORD_FIELDS } from '../../../src/materialize/in-force/registry-rows';
import { REGISTRY_SCHEMA } from '../../../src/materialize/in-force/registry-schema';
import { alter, alterJson, alterPatiently, ask, query, rdf, refusal, type Answer } from '../engines/wire';

/** One value of a node: a predicate's, or a field of its record or of its progress, or an edge. */
export interface Statement {
  readonly uid: string;
  /**
   * Predicate without `owlgate.`; a field of a record, as `version`; or a kind of edge: `current`, `source`, `names` or
   * `outline`.
   */
  readonly predicate: string;
  /** Object in RDF: `"text"`, `"1"^^<xs:int>`, `"{}"^^<xs:json>`, `<0x1>`. */
  readonly object: string;
  /** Place of the part that an edge leads to; by default the first. */
  readonly part?: number;
}

const TYPES: ReadonlyMap<string, string> = new Map(
  Object.entries(REGISTRY_SCHEMA).map(([name, declared]) => [
    name.replace('owlgate.', ''),
    /^\[?(\w+)/.exec(declared)![1]!,
  ]),
);
const PREDICATES = [...TYPES.keys()].filter((name) => name !== 'lock');
const PLAIN = PREDICATES.filter((name) => !['record', 'progress', 'link'].includes(name));
const EDGES = ['current', 'source', 'names', 'outline'];
/** Values with fields, by their predicate. */
const RECORDS: readonly (readonly [predicate: string, fields: readonly string[]])[] = [
  ['record', Object.keys(RECORD_FIELDS)],
  ['progress', Object.keys(PROGRESS_FIELDS)],
];
const recordOf = (field: string): string | undefined => RECORDS.find(([, fields]) => fields.includes(field))?.[0];

type Values = Record<string, unknown>;

export const literal = (value: unknown): string =>
  typeof value === 'number'
    ? `"${value}"^^<xs:int>`
    : typeof value === 'boolean'
      ? `"${value}"^^<xs:boolean>`
      : typeof value === 'object'
        ? `${JSON.stringify(JSON.stringify(value))}^^<xs:json>`
        : JSON.stringify(value);

/** Returns the value that a field has for an object in RDF. */
function valueOf(object: string): unknown {
  const [, text, type] = /^("[^]*")(?:\^\^<xs:(\w+)>)?$/.exec(object)!;
  const value = JSON.parse(text!) as string;
  return type === undefined ? value : (JSON.parse(value) as unknown);
}

const print = (uid: string, predicate: string, object: string): string => `${uid} <owlgate.${predicate}> ${object} .`;

function printEdge({ uid, predicate, object, part = 0 }: Statement): string {
  return print(uid, 'link', predicate === 'current' ? object : `${object} (place="${predicate}/${part}")`);
}

export class StoredRegistry {
  private savedStatements: readonly Statement[] = [];

  constructor(private readonly url: string) {}

  /** Saves the stored statements. */
  async keep(): Promise<void> {
    this.savedStatements = await this.statements();
  }

  /** Removes the histories of all versions, as earlier gateways wrote them, and seals the versions again. */
  async forgetHistories(): Promise<void> {
    const all = await this.statements();
    const versions = all.filter(({ predicate, object }) => predicate === 'key' && object.startsWith('"version/'));
    const number = ({ object }: Statement): number => Number(object.slice('"version/'.length, -1));
    let previous: string | undefined;
    for (const { uid } of [...versions].sort((a, b) => number(a) - number(b))) {
      const own = all.filter((each) => each.uid === uid);
      const fields = own.filter(({ predicate }) => Object.hasOwn(RECORD_FIELDS, predicate));
      const record = Object.fromEntries(fields.map(({ predicate, object }) => [predicate, valueOf(object)]));
      const { history: _, ...rest } = { ...record, ...(previous !== undefined && { previous }) } as Values;
      previous = new Seal().ofVersion(rest as unknown as VersionRecord);
      await this.change({ remove: own.filter(({ predicate }) => ['history', 'outline'].includes(predicate)) });
      const set = Object.entries({ ...rest, digest: previous });
      await this.change({ set: set.map(([predicate, value]) => ({ uid, predicate, object: literal(value) })) });
    }
    const head = all.find(({ predicate, object }) => predicate === 'key' && object === '"head"')!;
    await this.change({ set: [{ uid: head.uid, predicate: 'digest', object: literal(previous) }] });
    await this.keep();
  }

  async statements(): Promise<readonly Statement[]> {
    const blocks = PREDICATES.map((name, i) => `p${i} as var(func: has(owlgate.${name}))`).join('\n');
    const fields = [...PLAIN, 'record', 'progress'].map((name) => `${name}: owlgate.${name}`).join('\n');
    const all = PREDICATES.map((_, i) => `p${i}`).join(', ');
    const { data } = await ask(
      this.url,
      query(
        `{ ${blocks} nodes(func: uid(${all})) { uid ${fields} link: owlgate.link @facets(place: place) { uid } } }`,
      ),
    );
    return (data.nodes as Answer[]).flatMap((node) => {
      const uid = `<${String(node.uid)}>`;
      const plain = PLAIN.filter((name) => node[name] !== undefined).map((predicate): Statement => {
        return { uid, predicate, object: literal(node[predicate]) };
      });
      const inRecords = RECORDS.flatMap(([name]) =>
        Object.entries(JSON.parse((node[name] as string | undefined) ?? '{}') as Values).map(
          ([predicate, value]): Statement => ({ uid, predicate, object: literal(value) }),
        ),
      );
      const edges = ((node.link ?? []) as { uid: string; place?: string }[]).map((edge): Statement => {
        const [predicate = 'current', part] = edge.place?.split('/') ?? [];
        return { uid, predicate, object: `<${edge.uid}>`, ...(part !== undefined && { part: Number(part) }) };
      });
      return [...plain, ...inRecords, ...edges];
    });
  }

  /** Returns the statements of the record with a key, or of its n-th part along an edge: `version/2 source 0`. */
  node(name: string): { readonly uid: string; readonly statements: readonly Statement[] } {
    const [key, edge, place] = name.split(' ');
    const record = this.savedStatements.find(
      ({ predicate, object }) => predicate === 'key' && object === JSON.stringify(key),
    )!;
    if (edge === undefined) return this.at(record.uid);
    const edges = this.savedStatements.filter(({ uid, predicate }) => uid === record.uid && predicate === edge);
    return this.at(edges.find(({ part }) => part === Number(place))!.object);
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
    if (remove.length > 0) await this.mutate('delete', await this.printed(remove, 'remove'));
    if (set.length > 0) await this.mutate('set', await this.printed(set, 'set'));
  }

  /** Replaces the value of a predicate as it is, whatever layout it has. */
  async write(uid: string, predicate: string, object: string): Promise<void> {
    await this.mutate('set', [print(uid, predicate, object)]);
  }

  private async mutate(block: 'set' | 'delete', lines: readonly string[]): Promise<void> {
    if (lines.length > 0) await ask(this.url, rdf(`{ ${block} { \n${lines.join('\n')}\n } }`));
  }

  /**
   * Prints statements. A change of a field rewrites its whole record. A removal that leaves fields in the record is
   * carried out at once, as it sets a value.
   */
  private async printed(statements: readonly Statement[], change: 'set' | 'remove'): Promise<string[]> {
    const lines: string[] = [];
    const changed = new Map<string, Statement[]>();
    for (const statement of statements) {
      const { uid, predicate, object } = statement;
      const record = recordOf(predicate);
      if (EDGES.includes(predicate)) lines.push(printEdge(statement));
      else if (record === undefined) lines.push(print(uid, predicate, object));
      else changed.set(`${uid} ${record}`, [...(changed.get(`${uid} ${record}`) ?? []), statement]);
    }
    for (const [name, fields] of changed) {
      const [uid, record] = name.split(' ') as [string, string];
      const before = uid.startsWith('<') ? await this.recordAt(uid, record) : {};
      const names = new Set(fields.map(({ predicate }) => predicate));
      const rest = Object.entries(before).filter(([name]) => !names.has(name));
      const added = change === 'set' ? fields.map(({ predicate, object }) => [predicate, valueOf(object)]) : [];
      const values = Object.fromEntries([...rest, ...added]) as Values;
      const after = literal(JSON.stringify(values));
      if (change === 'set') lines.push(print(uid, record, after));
      else if (Object.keys(values).length === 0) lines.push(print(uid, record, '*'));
      else await this.write(uid, record, after);
    }
    return lines;
  }

  private async recordAt(uid: string, record: string): Promise<Values> {
    const { data } = await ask(this.url, query(`{ q(func: uid(${uid.slice(1, -1)})) { record: owlgate.${record} } }`));
    return JSON.parse((data.q as { record?: string }[])[0]?.record ?? '{}') as Values;
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
    const declaredPredicates = parseSchema(declarations()).predicates;
    for (const { name } of declaredPredicates.filter(
      (each) => declared.has(each.name) && declared.get(each.name) !== shapeOf(each),
    )) {
      await alterPatiently(this.url, alterJson({ drop_attr: name }));
    }
    await alterPatiently(this.url, alter(declarations()));
    // Removes without reading: a stored value may not fit its predicate.
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
