/**
 * Closure of small examples under PROV-O, SKOS and FOAF, loaded leniently, against the closures of other reasoners
 * (`OWLGATE_PEERS`). The vocabularies are read from the shared folder, since they are not part of this project.
 */
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import * as path from 'node:path';
import { compare, factsIn, scopeOf } from '../harness/agreement.mjs';
import { root } from '../harness/child.mjs';
import { measured } from '../harness/measured.mjs';
import { planOf, rulesText } from '../harness/rules.mjs';
import { commandFor, OWLGATE, peersHere } from './peers.mjs';

export const title = 'what follows under PROV-O, SKOS and FOAF, beside other reasoners';

const EXAMPLES = [
  ['PROV-O', 'prov-o.ttl', 'prov.nt'],
  ['SKOS', 'skos.ttl', 'skos.nt'],
  ['FOAF', 'foaf.ttl', 'foaf.nt'],
];
const folder = path.join(process.env.OWLGATE_SHARED ?? path.join(root, '..', 'shared'), 'data', 'ontologies');

export async function run({ tell }) {
  const agreements = [];
  for (const [name, file, example] of EXAMPLES) {
    const ontology = path.join(folder, file);
    if (!existsSync(ontology)) {
      tell(`${name}: skipped, no ${file} in the shared folder`);
      continue;
    }
    const directory = mkdtempSync(path.join(tmpdir(), 'owlgate-bench-'));
    try {
      const { reduced, plan } = planOf(readFileSync(ontology, 'utf8'));
      const data = path.join(root, 'bench', 'data', example);
      const rules = path.join(directory, 'rules');
      writeFileSync(rules, rulesText(plan));
      const scope = await scopeOf(reduced, data);
      const factsOf = async (side) => {
        const closure = path.join(directory, 'closure.nt');
        await measured(commandFor(side, { ontology, data, rules, closure }));
        return factsIn(closure, scope);
      };
      const ours = await factsOf(OWLGATE);
      const stated = await factsIn(data, scope);
      agreements.push({ peer: `${name}: as stated`, ...compare(stated, ours) });
      for (const peer of peersHere()) {
        agreements.push({ peer: `${name}: ${peer.name}`, ...compare(await factsOf(peer), ours) });
      }
    } finally {
      rmSync(directory, { recursive: true, force: true });
    }
  }
  for (const { peer, examples } of agreements) {
    for (const fact of peer.endsWith('as stated') ? [] : examples.theirs) tell(`${peer}: only theirs: ${fact}`);
    for (const fact of peer.endsWith('as stated') ? [] : examples.ours) tell(`${peer}: only owlgate's: ${fact}`);
  }
  return { agreements };
}
