// Rooms of src/ and the import rule: room → rooms that it may import. errors.ts, config.ts and util/ are open to all.
export const rooms = {
  util: [],
  client: [],
  telemetry: [],
  dql: [],
  rdf: [],
  ontology: ['rdf'],
  graphql: ['dql'],
  schema: ['ontology', 'dql', 'graphql'],
  reasoner: ['ontology', 'rdf'],
  mutation: ['ontology', 'rdf', 'dql'],
  dgraph: ['dql'],
  materialize: ['mutation', 'reasoner', 'ontology', 'rdf', 'schema', 'dgraph', 'dql', 'graphql'],
  embedded: ['dql', 'graphql'],
  import: ['materialize', 'mutation', 'ontology', 'rdf', 'dgraph', 'dql'],
  transfer: ['mutation', 'ontology', 'rdf', 'schema', 'dgraph', 'dql', 'embedded'],
  retrieval: ['ontology', 'schema', 'materialize', 'dgraph', 'dql', 'embedded'],
};

/** Rooms that no other room may import; they may import all. */
export const outermost = ['http', 'grpc', 'cli'];

/** Folders of rooms that other rooms may enter beside the room's `index.ts`, each through an `index.ts` of its own. */
export const entries = {
  rdf: ['syntax', 'stream'],
  import: ['options'],
  reasoner: ['rdf'],
  graphql: ['sdl', 'request'],
  embedded: ['tokenizers', 'lending'],
  retrieval: ['mcp'],
  http: ['auth', 'shared'],
};

/** Returns the import rule as a Mermaid flowchart. An arrow that follows from two others is left out. */
export function diagram() {
  const all = { ...rooms, ...Object.fromEntries(outermost.map((room) => [room, Object.keys(rooms)])) };
  const reaches = (from, to) => all[from].some((next) => next === to || reaches(next, to));
  const arrows = Object.entries(all).flatMap(([room, imports]) =>
    imports
      .filter((to) => room !== 'util' && to !== 'util')
      .filter((to) => !imports.some((other) => other !== to && reaches(other, to)))
      .map((to) => `  ${room} --> ${to}`),
  );
  return ['```mermaid', 'flowchart TD', ...arrows, '```'].join('\n');
}
