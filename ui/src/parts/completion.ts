/** Names that complete a query, from the schema of the engine and the ontology. */
import type { CompletionContext, CompletionResult } from '@codemirror/autocomplete';
import { engine } from '../api/client';
import { isInternal } from '../logic/dql';
import { fieldsAt, INTROSPECTION, readGraphqlSchema, type GraphqlSchema } from '../logic/graphql';
import type { TermIndex } from '../logic/terms';
import { dqlWords } from '../logic/tokens';
import { loadSchema } from './shared';

/** Names that need no angle brackets in DQL. */
const PLAIN = /^[A-Za-z_][\w.]*$/;

export async function completeDql(
  context: CompletionContext,
  terms: TermIndex | undefined,
): Promise<CompletionResult | null> {
  const word = context.matchBefore(/<?[\p{L}\p{M}\p{N}_.-]*/u);
  if (!word || (word.from === word.to && !context.explicit)) return null;
  const { schema, types } = await loadSchema();
  const detailOf = (name: string): string => {
    const label = terms?.labelOf(name) ?? name;
    return label === name ? '' : label;
  };
  const names = (all: readonly string[], type: string) =>
    all
      .filter((name) => !isInternal(name))
      .map((name) => ({ label: name, apply: PLAIN.test(name) ? name : `<${name}>`, type, detail: detailOf(name) }));
  const words = [...dqlWords(), 'graph.type'].map((label) => ({ label, type: 'keyword' }));
  const predicates = schema.map(({ predicate }) => predicate);
  const classes = types.map(({ name }) => name);
  return {
    from: word.from,
    options: [...names(predicates, 'property'), ...names(classes, 'class'), ...words],
  };
}

let graphqlSchema: { readonly version: number | undefined; readonly read: Promise<GraphqlSchema> } | undefined;

export async function completeGraphql(
  context: CompletionContext,
  terms: TermIndex | undefined,
): Promise<CompletionResult | null> {
  const word = context.matchBefore(/\w*/);
  if (!word || (word.from === word.to && !context.explicit)) return null;
  if (!graphqlSchema || graphqlSchema.version !== terms?.version) {
    const body = JSON.stringify({ query: INTROSPECTION });
    const read = engine('/graphql', { type: 'application/json', body }).then(({ data }) =>
      readGraphqlSchema(data as never),
    );
    graphqlSchema = { version: terms?.version, read };
    read.catch(() => (graphqlSchema = undefined));
  }
  const schema = await graphqlSchema.read;
  const fields = fieldsAt(schema, context.state.doc.sliceString(0, word.from));
  return { from: word.from, options: fields.map((label) => ({ label, type: 'property' })) };
}
