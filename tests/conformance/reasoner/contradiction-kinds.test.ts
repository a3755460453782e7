/** Every kind of contradiction without access control: the message gives the whole reason, on every engine. */
import { loadOntology } from '../../support/engines/ontology';
import { underGateway } from '../../support/engines/under-gateway';
import { ask, post, type Answer } from '../../support/engines/wire';
import { INTERFACES, seed } from '../../support/materialize/contradiction-requests';
import { contradictionKinds } from '../../support/materialize/contradictions';

const { kinds, ontology } = contradictionKinds('told');
/** Messages that name neither a node nor a value. */
const TELLS: Readonly<Record<string, RegExp>> = {
  InferenceOverflow: /more than 10000 inferred edges/,
  IdentityViolation: /is that of 0x/,
};

underGateway((testbed) => {
  beforeAll(async () => {
    await loadOntology(testbed.url, ontology, '?profile=lenient');
  });

  it.each(kinds.map((kind) => [kind.name, kind] as const))('%s', async (_, kind) => {
    const nodes = await seed(kind, (posted) => ask(testbed.url, posted));
    for (const interfaceName of ['JSON', 'RDF', 'upsert', 'open transaction', 'Turtle', 'dry run']) {
      const posted = INTERFACES[interfaceName]!(kind, nodes);
      if (!posted) continue;
      const { errors } = (await post(testbed.url, posted)).body;
      const error = errors.find(({ extensions }: Answer) => extensions.code === kind.code);
      expect([interfaceName, error?.message]).toEqual([
        interfaceName,
        expect.stringMatching(TELLS[kind.code] ?? /0x|"/),
      ]);
      expect(errors.map(({ extensions }: Answer) => extensions.code)).not.toContain('ForbiddenByOntology');
    }
  });
});
