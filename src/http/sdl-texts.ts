/** Texts of a request to /admin or /admin/schema that may be a GraphQL schema. */
import { visit } from 'graphql';
import { readHttpRequest, type HttpRequest } from '../graphql/http';
import { RequestFailure } from '../graphql/request/failure';
import { DEFAULT_LIMITS } from '../graphql/request/limits';
import { parseDocument } from '../graphql/request/parse';

/** @returns the body of /admin/schema; every string of a GraphQL request, without escapes; none of an unreadable one */
export function sdlTexts(path: string, request: HttpRequest): readonly string[] {
  if (path === '/admin/schema') return [request.body];
  try {
    const { query, variables } = readHttpRequest(request);
    const texts = stringsIn(variables);
    visit(parseDocument(query, DEFAULT_LIMITS), { StringValue: ({ value }) => void texts.push(value) });
    return texts;
  } catch (error) {
    if (error instanceof RequestFailure) return [];
    throw error;
  }
}

/** Without recursion: clients decide how deep variables are. */
function stringsIn(variables: unknown): string[] {
  const texts: string[] = [];
  const open = [variables];
  while (open.length > 0) {
    const value = open.pop();
    if (typeof value === 'string') texts.push(value);
    else if (typeof value === 'object' && value !== null) open.push(...(Object.values(value) as unknown[]));
  }
  return texts;
}
