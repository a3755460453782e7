/** Model → the Dgraph schema behind it: a type for each type and interface, a predicate for each field (Dgraph's `schemagen`). */
import type { GraphqlField, GraphqlModel, GraphqlType } from './model';
import { GEO_TYPES, SEARCHES, searchName, STORED_AS } from './scalars';

interface Stored {
  type: string;
  readonly indexes: Set<string>;
  upsert: boolean;
  reverse: boolean;
  lang: boolean;
}

/** The schema as /alter takes it. */
export function storedSchema(model: GraphqlModel): string {
  const predicates = new Map<string, Stored>();
  const predicate = (name: string): Stored => {
    let found = predicates.get(name);
    if (!found)
      predicates.set(name, (found = { type: '', indexes: new Set(), upsert: false, reverse: false, lang: false }));
    return found;
  };
  const types: string[] = [];
  for (const type of model.types.values()) {
    if (type.remote) continue;
    const fields = new Set<string>();
    for (const field of type.fields) {
      if (field.custom || field.type.name === 'ID') continue;
      const name = nameOf(field);
      if (field.declaredBy === undefined) describe(predicate, field, name, model);
      if (!name.startsWith('~')) fields.add(name);
    }
    if (type.password) {
      if (type.password.declaredBy === undefined) predicate(type.password.predicate).type = 'password';
      fields.add(type.password.predicate);
    }
    types.push(printType(type, [...fields]));
  }
  return [
    ...types,
    ...[...predicates].flatMap(([name, stored]) => (stored.type ? printPredicate(name, stored) : [])),
  ].join('');
}

/** `name@en` is a value of `name`; `<~p>` is `~p`. */
const nameOf = ({ predicate }: GraphqlField): string => predicate.replace(/^<(.*)>$/, '$1').replace(/@.*$/s, '');

function describe(predicate: (name: string) => Stored, field: GraphqlField, name: string, model: GraphqlModel): void {
  const { type } = field;
  if (name.startsWith('~')) {
    predicate(name.slice(1)).reverse = true;
    return;
  }
  const stored = predicate(name);
  const listed = (of: string): string => (type.list ? `[${of}]` : of);
  const scalar = STORED_AS.get(type.name);
  if (GEO_TYPES.has(type.name)) {
    stored.type = 'geo';
  } else if (scalar !== undefined) {
    stored.type = field.embedding ? 'float32vector' : listed(scalar);
  } else if (model.enums.has(type.name)) {
    stored.type = listed('string');
    if (field.indexes.length === 0) stored.indexes.add('hash');
  } else {
    stored.type = listed('uid');
    return;
  }
  for (const search of field.indexes) {
    // What SDL has as bare words is quoted in a schema of DQL.
    const options = (/\(.*\)\s*$/s.exec(search)?.[0] ?? '').replace(/:\s*([^\s",)]+)/g, ': "$1"');
    stored.indexes.add(SEARCHES.get(searchName(search))!.tokenizer + options);
  }
  if (field.id) {
    stored.upsert = true;
    if (scalar === 'int') stored.indexes.add('int');
    else if (!field.indexes.includes('exact')) stored.indexes.add('hash');
  }
  if (field.predicate.includes('@')) stored.lang = true;
}

function printType({ dgraphName }: GraphqlType, fields: readonly string[]): string {
  return `type <${dgraphName}> {\n${fields.map((field) => `  <${field}>\n`).join('')}}\n`;
}

function printPredicate(name: string, { type, indexes, upsert, reverse, lang }: Stored): string {
  const index = indexes.size > 0 ? ` @index(${[...indexes].sort().join(', ')})` : '';
  return `<${name}>: ${type}${index}${lang ? ' @lang' : ''}${upsert ? ' @upsert' : ''}${reverse ? ' @reverse' : ''} .\n`;
}
