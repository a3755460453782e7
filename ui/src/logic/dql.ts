/** Texts of DQL for the pages. Names stand in angle brackets, so that those of every script can be used. */

export interface Predicate {
  readonly predicate: string;
  readonly type: string;
  readonly list?: boolean;
  readonly lang?: boolean;
  readonly reverse?: boolean;
}

export interface StoredSchema {
  readonly schema: readonly Predicate[];
  readonly types: readonly { readonly name: string; readonly fields: readonly { readonly name: string }[] }[];
}

/** Values of one property that a page shows at first. */
export const FIRST_VALUES = 100;
const INFERRED = 'owl.inferred';

/** Name in angle brackets, which no name of Dgraph contains. */
export const quoted = (name: string): string => `<${name.replace(/[<>]/g, '')}>`;

/** String of DQL. */
export const text = (value: string): string => JSON.stringify(value);

export const isUid = (value: string): boolean => /^0x[0-9a-f]{1,16}$/i.test(value);

/** True for predicates of the gateway and of Dgraph itself. */
export const isInternal = (name: string): boolean => /^(?:owlgate|dgraph)\./.test(name);

/** Local names by which people call things. */
const NAMING = /(?:^|[_.:/#-])(?:name|label|title|preflabel|fullname|displayname)$/i;

/** Predicates whose values name a node, the shortest first. */
export const namingPredicates = (schema: StoredSchema): Predicate[] =>
  schema.schema
    .filter(
      ({ predicate, type }) => !isInternal(predicate) && NAMING.test(predicate) && /^(?:string|default)$/.test(type),
    )
    .sort((a, b) => a.predicate.length - b.predicate.length)
    .slice(0, 5);

/** Fields by which a node is shown: uid, IRI, types, and names as `n0`, `n1`, … */
export const nodeFields = (naming: readonly Predicate[]): string =>
  [
    'uid iri t: dgraph.type',
    ...naming.map(({ predicate, lang }, i) => `n${i}: ${quoted(predicate)}${lang ? '@.' : ''}`),
  ].join(' ');

/** Counts of the members of classes: `a0`, `a1`, … of all, `d0`, `d1`, … of those in no subclass. */
export const countsQuery = (classes: readonly { readonly name: string; readonly below: readonly string[] }[]): string =>
  `{ ${classes
    .map(({ name, below }, i) => {
      const members = `(func: type(${quoted(name)}))`;
      const direct = below.map((each) => `NOT type(${quoted(each)})`).join(' AND ');
      return (
        `a${i}${members} { count(uid) }` + (direct === '' ? '' : ` d${i}${members} @filter(${direct}) { count(uid) }`)
      );
    })
    .join(' ')} }`;

export const membersQuery = (name: string, naming: readonly Predicate[], first: number, offset: number): string =>
  `{ q(func: type(${quoted(name)}), first: ${first}, offset: ${offset}) { ${nodeFields(naming)} } }`;

const start = (node: string): string => (isUid(node) ? `uid(${node})` : `eq(iri, ${text(node)})`);

/** Heads of nodes. */
export const headsQuery = (uids: readonly string[], naming: readonly Predicate[]): string =>
  `{ q(func: uid(${uids.join(', ')})) { ${nodeFields(naming)} } }`;

/** @param node uid or IRI */
export const headQuery = (node: string, naming: readonly Predicate[]): string =>
  `{ q(func: ${start(node)}) { ${nodeFields(naming)} ti: dgraph.type @facets(i: ${INFERRED}) } }`;

/** Predicates of a node by its types; of all types if it has none. */
export function predicatesOf(schema: StoredSchema, types: readonly string[]): Predicate[] {
  const named = new Set(types);
  const fields = new Set(
    schema.types.filter(({ name }) => named.has(name)).flatMap((type) => type.fields.map(({ name }) => name)),
  );
  return schema.schema.filter(
    ({ predicate, type }) =>
      !isInternal(predicate) &&
      predicate !== 'iri' &&
      type !== 'password' &&
      (fields.size === 0 || fields.has(predicate)),
  );
}

/**
 * Facts of a node: `p0`, `p1`, … by predicate, with the mark of inferred ones as `i0`, `i1`, …
 * Predicates with languages come as they are, for `languagesQuery`.
 */
export function factsQuery(uid: string, predicates: readonly Predicate[], naming: readonly Predicate[]): string {
  const fields = predicates.map((each, i) => {
    const name = quoted(each.predicate);
    if (each.lang) return `${name}@*`;
    const mark = `@facets(i${i}: ${INFERRED})`;
    if (each.type !== 'uid') return `p${i}: ${name} ${mark}`;
    return `p${i}: ${name} ${mark} (first: ${FIRST_VALUES}) { ${nodeFields(naming)} }`;
  });
  return `{ q(func: uid(${uid})) { uid ${fields.join(' ')} } }`;
}

/** Values in the languages that a node has, with their marks. */
export const languagesQuery = (
  uid: string,
  values: readonly { readonly name: string; readonly lang: string }[],
): string =>
  `{ q(func: uid(${uid})) { ${values
    .map(({ name, lang }, i) => `v${i}: ${quoted(name)}${lang === '' ? '' : `@${lang}`} @facets(i${i}: ${INFERRED})`)
    .join(' ')} } }`;

/** Nodes with an edge to a node: `p0`, `p1`, … by predicate. */
export const incomingQuery = (uid: string, predicates: readonly Predicate[], naming: readonly Predicate[]): string =>
  `{ q(func: uid(${uid})) { uid ${predicates
    .map(
      ({ predicate }, i) =>
        `p${i}: ${quoted(`~${predicate}`)} @facets(i${i}: ${INFERRED}) (first: ${FIRST_VALUES}) ` +
        `{ ${nodeFields(naming)} }`,
    )
    .join(' ')} } }`;
