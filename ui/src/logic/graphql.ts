/** GraphQL: places in a document, and the names that fit there by the schema of the gateway. */

export interface GraphqlSchema {
  readonly roots: Readonly<Record<'query' | 'mutation' | 'subscription', string | undefined>>;
  /** Type → field → name of the field's type. */
  readonly fields: ReadonlyMap<string, ReadonlyMap<string, string>>;
}

export const INTROSPECTION =
  '{ __schema { queryType { name } mutationType { name } subscriptionType { name } ' +
  'types { name fields { name type { name ofType { name ofType { name ofType { name } } } } } } } }';

interface TypeReference {
  readonly name: string | null;
  readonly ofType?: TypeReference | null;
}

interface Introspected {
  readonly __schema: {
    readonly queryType: { readonly name: string } | null;
    readonly mutationType: { readonly name: string } | null;
    readonly subscriptionType: { readonly name: string } | null;
    readonly types: readonly {
      readonly name: string;
      readonly fields: readonly { readonly name: string; readonly type: TypeReference }[] | null;
    }[];
  };
}

export function readGraphqlSchema({ __schema: schema }: Introspected): GraphqlSchema {
  const named = (type: TypeReference): string => type.name ?? (type.ofType ? named(type.ofType) : '');
  return {
    roots: {
      query: schema.queryType?.name,
      mutation: schema.mutationType?.name,
      subscription: schema.subscriptionType?.name,
    },
    fields: new Map(
      schema.types.map(({ name, fields }) => [
        name,
        new Map((fields ?? []).map((each) => [each.name, named(each.type)])),
      ]),
    ),
  };
}

/** Fields that fit at the end of a text; all root fields where that cannot be told. */
export function fieldsAt(schema: GraphqlSchema, text: string): readonly string[] {
  const tokens = text.match(/"""[^]*?"""|"(?:[^"\\\n]|\\.)*"|#[^\n]*|\.\.\.|[A-Za-z_]\w*|[{}()[\]:@$]/g) ?? [];
  const stack: (string | undefined)[] = [];
  let last: string | undefined;
  let operation: keyof GraphqlSchema['roots'] = 'query';
  let condition: string | undefined;
  let depth = 0;
  tokens.forEach((token, i) => {
    if (token === '(' || token === '[') depth++;
    else if (token === ')' || token === ']') depth--;
    else if (depth > 0 || token.startsWith('"') || token.startsWith('#')) return;
    else if (token === '{') {
      const parent = stack.at(-1);
      const field = last === undefined || parent === undefined ? undefined : schema.fields.get(parent)?.get(last);
      stack.push(condition ?? (stack.length === 0 ? schema.roots[operation] : field));
      condition = last = undefined;
    } else if (token === '}') {
      stack.pop();
      last = undefined;
    } else if (/^\w/.test(token)) {
      if (stack.length === 0 && (token === 'query' || token === 'mutation' || token === 'subscription'))
        operation = token;
      else if (tokens[i - 1] === 'on') condition = token;
      else if (tokens[i - 1] !== '@' && tokens[i - 1] !== '$') last = token;
    }
  });
  const type = stack.at(-1);
  return type === undefined ? [] : [...(schema.fields.get(type)?.keys() ?? [])];
}
