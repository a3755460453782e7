/** Headers of requests that a schema reads: the one with a token, and those that it forwards to services. */
import type { GraphqlModel } from './model';

/** Names as the document spells them. */
export function headerNames({ types, queries, mutations, authorization }: GraphqlModel): readonly string[] {
  const fields = [...[...types.values()].flatMap((type) => type.fields), ...queries, ...mutations];
  const forwarded = fields.flatMap(({ source }) => (source?.kind === 'http' ? source.forwardHeaders : []));
  return [...new Set([...forwarded.map(({ local }) => local), ...(authorization ? [authorization.header] : [])])];
}
