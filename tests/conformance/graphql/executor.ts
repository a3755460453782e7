/** Executor of `src/graphql` on an engine's DQL over HTTP, as in a gateway before a Dgraph. */
import { parse, stringify } from 'lossless-json';
import type { GraphqlBackend } from '../../../src/graphql';

export function backendOver(url: string): GraphqlBackend {
  const post = async (path: string, body: string): Promise<Record<string, never>> => {
    const headers = { 'Content-Type': 'application/json' };
    const response = await fetch(url + path, { method: 'POST', headers, body });
    const answer = parse(await response.text()) as {
      data: Record<string, never>;
      errors?: readonly { readonly message: string }[];
    };
    if (answer.errors) throw new Error(answer.errors[0]!.message);
    return answer.data;
  };
  return {
    query: (query, variables) => post('/query', stringify({ query, variables })!),
    async mutate({ query, mutations }) {
      const statements = mutations.map(({ cond, ...each }) => ({
        ...(cond !== undefined && { cond: `@if(${cond})` }),
        ...each,
      }));
      const { uids, queries } = await post('/mutate?commitNow=true', stringify({ query, mutations: statements })!);
      return { uids: uids ?? {}, queries: queries ?? {} };
    },
  };
}
