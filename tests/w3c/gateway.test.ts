/**
 * Cases about instances, through the full gateway on the embedded engine: inconsistent premises are reported,
 * entailed facts are stored and have a proof.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startGateway, type Gateway } from '../../src/app';
import { readConfig } from '../../src/config';
import { vocabulary } from '../../src/ontology';
import { parseTurtle } from '../../src/rdf';
import { describeIf } from '../support/conditional';
import { hasAllCases } from '../support/runs';
import { hasCases, ruleCases, w3cCases, WHY_SKIPPED } from '../support/w3c/cases';

const { rdf, owl } = vocabulary;

/** Cases that the gateway treats differently from the reasoner alone, with the reason. */
const EXCEPTIONS: Readonly<Record<string, string>> = {
  'rdfbased-sem-class-nothing-ext': 'an ontology that contains only owl:Nothing',
  'rdfbased-sem-npa-dat-fw': 'a negative assertion without its type triple',
  'rdfbased-sem-npa-ind-fw': 'a negative assertion without its type triple',
  'rdfbased-sem-eqdis-sameas-rflxv': 'reflexive owl:sameAs is not stored',
  'rdfbased-sem-eqdis-sameas-subst': 'owl:sameAs between properties',
  'New-Feature-DisjointObjectProperties-001': 'a contrapositive, which the rules do not derive',
  'New-Feature-ObjectQCR-002': 'a contrapositive, which the rules do not derive',
  'owl2-rl-rules-fp-differentFrom': 'a contrapositive, which the rules do not derive',
  'WebOnt-differentFrom-001': 'symmetric owl:differentFrom is not stored',
  'owl2-rl-rules-ifp-differentFrom': 'a contrapositive, which the rules do not derive',
};

/** Returns the facts about individuals in a conclusion, as parameters of /ontology/explain. */
function facts(conclusion: string): { subject: string; predicate: string; object: string }[] {
  return parseTurtle(conclusion).quads.flatMap(({ subject, predicate, object }) => {
    if (typeof object !== 'string' || subject.startsWith('_:') || object.startsWith('_:')) return [];
    if (predicate === rdf.type) {
      return /^http:\/\/www\.w3\.org\/(1999|2000|2001|2002)\//.test(object) ? [] : [{ subject, predicate, object }];
    }
    const isBuiltIn = /^http:\/\/www\.w3\.org\/(1999|2000|2002)\//.test(predicate);
    return isBuiltIn && predicate !== owl.sameAs && predicate !== owl.differentFrom
      ? []
      : [{ subject, predicate, object }];
  });
}

const cases = hasCases
  ? [...ruleCases(), ...w3cCases()].flatMap((each) => {
      const { id, types, premise, conclusion } = each;
      if (id in EXCEPTIONS) return [];
      const follows = types.includes('PositiveEntailmentTest') ? facts(conclusion ?? '') : [];
      const isInconsistent = types.includes('InconsistencyTest');
      return isInconsistent || follows.length > 0 ? [[id, { premise, follows, isInconsistent }] as const] : [];
    })
  : [];

describeIf(hasCases, WHY_SKIPPED)('through the gateway', () => {
  let gateway: Gateway | undefined;
  let directory: string | undefined;
  beforeEach(async () => {
    directory = mkdtempSync(join(tmpdir(), 'owlgate-w3c-'));
    const settings = { PORT: '0', GRPC_PORT: 'off', OWLGATE_DATA: directory, OWL_EQUALITY: 'sameAs' };
    const invocation = readConfig([], settings);
    if (invocation.kind !== 'run') throw new Error('no configuration');
    gateway = await startGateway(invocation.config, undefined, { inThread: true });
  });
  afterEach(async () => {
    await gateway?.close();
    if (directory) rmSync(directory, { recursive: true, force: true });
  });

  it('include cases of every kind', () => {
    expect(cases.length).toBeGreaterThan(50);
    expect(cases.filter(([, { isInconsistent }]) => isInconsistent).length).toBeGreaterThan(25);
  });

  // The reasoner alone has every case.
  it.each(cases.filter((_, i) => hasAllCases || i % 3 === 0))('%s', async (_, { premise, follows, isInconsistent }) => {
    const response = await fetch(`${gateway!.url}/ontology?profile=lenient`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/n-triples' },
      body: premise,
    });
    const { errors, warnings = [] } = (await response.json()) as { errors?: unknown; warnings?: { code: string }[] };
    expect(errors).toBeUndefined();
    expect(warnings.some(({ code }) => code === 'inconsistent')).toBe(isInconsistent);
    for (const fact of follows) {
      const proof = await fetch(`${gateway!.url}/ontology/explain?${new URLSearchParams(fact).toString()}`);
      expect([fact, proof.status]).toEqual([fact, 200]);
    }
  });
});
