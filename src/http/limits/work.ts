/** Work that costs the gateway much, and the requests that are such work. */

export const WORKS = ['loads', 'explanations', 'retrievals'] as const;
export type Work = (typeof WORKS)[number];

/** By method and path as the table of routes has it. A validation does what a load does, but for the last step. */
const WORK_OF: Readonly<Record<string, Work>> = {
  'POST /ontology': 'loads',
  'POST /ontology/graphql': 'loads',
  'GET /ontology/explain': 'explanations',
  'GET /ontology/violations': 'explanations',
  'POST /api/v1/databases/:id/retrieve': 'retrievals',
};

/** @param path of a route of owlgate's own */
export const workOf = (method: string, path: string): Work | undefined =>
  WORK_OF[`${method === 'HEAD' ? 'GET' : method} ${path}`];
