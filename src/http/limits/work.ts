/** Kinds of expensive work, and the routes that do it. */

export const WORKS = ['loads', 'explanations', 'retrievals'] as const;
export type Work = (typeof WORKS)[number];

/** Work by method and path pattern of the route. A validation costs as much as a load: it omits only the last step. */
const WORK_OF: Readonly<Record<string, Work>> = {
  'POST /ontology': 'loads',
  'POST /ontology/graphql': 'loads',
  'GET /ontology/explain': 'explanations',
  'GET /ontology/violations': 'explanations',
  'POST /api/v1/databases/:id/retrieve': 'retrievals',
};

/** Returns the expensive work of a request. @param path pattern of an owlgate route */
export const workOf = (method: string, path: string): Work | undefined =>
  WORK_OF[`${method === 'HEAD' ? 'GET' : method} ${path}`];
