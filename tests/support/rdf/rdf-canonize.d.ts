declare module 'rdf-canonize' {
  export function canonize(quads: unknown, options: Readonly<Record<string, unknown>>): Promise<string>;
}
