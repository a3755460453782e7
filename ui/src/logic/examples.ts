/** Examples of the folder `ontologies`, which the build makes files of their own. */
export interface Example {
  readonly name: 'animals' | 'museum' | 'institute';
  readonly dataType: string;
  readonly read: () => Promise<{ readonly ontology: string; readonly data: string }>;
}

const texts = async (
  ontology: Promise<{ readonly default: string }>,
  data: Promise<{ readonly default: string }>,
): Promise<{ ontology: string; data: string }> => ({ ontology: (await ontology).default, data: (await data).default });

export const EXAMPLES: readonly Example[] = [
  {
    name: 'animals',
    dataType: 'application/json',
    read: () =>
      texts(import('../../../ontologies/animals.ttl?raw'), import('../../../ontologies/animals.data.json?raw')),
  },
  {
    name: 'museum',
    dataType: 'application/rdf',
    read: () => texts(import('../../../ontologies/museum.ttl?raw'), import('../../../ontologies/museum.data.rdf?raw')),
  },
  {
    name: 'institute',
    dataType: 'text/turtle',
    read: () =>
      texts(import('../../../ontologies/institute.ttl?raw'), import('../../../ontologies/institute.data.ttl?raw')),
  },
];
