/** Request headers that a schema reads: that of the token, and those forwarded to services. */
import type { GraphqlModel } from './model';

/** Names as spelled in the document. */
export function headerNames({ types, queries, mutations, authorization }: GraphqlModel): readonly string[] {
  const fields = [
    ...[...types.values()].flatMap(({ ownFields, fields }) => ownFields ?? fields),
    ...queries,
    ...mutations,
  ];
  const forwarded = fields.flatMap(({ source }) => (source?.kind === 'http' ? source.forwardHeaders : []));
  return [...new Set([...forwarded.map(({ local }) => local), ...(authorization ? [authorization.header] : [])])];
}
