/** Registry in the layout of owlgate 0.1, with a predicate for each value. */
import { alter, alterJson, alterPatiently, ask, rdf } from '../engines/wire';
import type { Statement } from './stored-registry';

/** Predicates of that layout that the present one does not have. */
const DECLARATIONS: Readonly<Record<string, string>> = {
  version: 'int @index(int)',
  current: 'uid',
  source: '[uid]',
  names: '[uid]',
  part: 'int',
  checksum: 'string',
  profile: 'string',
  loadedAt: 'string',
  materialized: 'bool',
  cursor: 'string',
  format: 'string',
  sourceChecksum: 'string',
  namesChecksum: 'string',
  graphql: 'int',
  digest: 'string',
  previous: 'string',
};
/** Predicates of the present layout that the former one does not have. */
const PRESENT = ['record', 'progress', 'link'];

export class FormerRegistry {
  constructor(private readonly url: string) {}

  /** Replaces the registry in an engine by the same one in the former layout. */
  async convert(statements: readonly Statement[]): Promise<void> {
    for (const name of PRESENT) await alterPatiently(this.url, alterJson({ drop_attr: `owlgate.${name}` }));
    const declared = Object.entries(DECLARATIONS).map(([name, type]) => `owlgate.${name}: ${type} .`);
    await alterPatiently(this.url, alter(declared.join('\n')));
    await this.write(
      statements
        .filter(({ predicate }) => Object.hasOwn(DECLARATIONS, predicate))
        .flatMap(({ uid, predicate, object, part }) => [
          `${uid} <owlgate.${predicate}> ${object} .`,
          ...(part === undefined ? [] : [`${object} <owlgate.part> "${part}"^^<xs:int> .`]),
        ]),
    );
  }

  /** @param lines statements in RDF */
  async write(lines: readonly string[]): Promise<void> {
    await ask(this.url, rdf(`{ set { \n${lines.join('\n')}\n } }`));
  }
}
