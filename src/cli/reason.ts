/** `owlgate reason`: files in; their closure as N-Triples, or their contradictions with proofs, out. */
import type { Readable } from 'node:stream';
import { checkProfile, mapToOntology } from '../ontology';
import type { ProfileProblem } from '../ontology';
import { closure } from '../reasoner/rdf';
import type { Closure } from '../reasoner/rdf';
import { command } from './command';
import { readDocuments } from './documents';
import type { Documents } from './documents';
import { readArguments, REASON_HELP } from './options';
import type { ReasonArguments } from './options';
import { Output } from './output';
import { printClosure, printContradictions } from './report';

const CONSISTENT = 0;
const CONTRADICTORY = 1;

/** Its status is 0 for a closure, 1 for contradictions; a file that is not accepted is as an option that is not. */
export const reason = command<ReasonArguments>({
  name: 'reason',
  help: REASON_HELP,
  read: readArguments,
  isExpected: () => false,
  async run(given, { stdin, stdout, say }) {
    const output = new Output(stdout);
    const documents = await readDocuments(given, () => readAll(stdin));
    for (const iri of documents.missingImports) {
      say(`<${iri}> is to be imported, but is none of the files: it is left out`);
    }
    if (given.profile) await printProfile(documents, output);
    const closed = closure(documents.merged, { maxContradictions: given.max, beyondTables: !given.tablesOnly });
    const status = await print(closed, documents, given, output);
    await output.flush();
    return status;
  },
});

async function print(
  closed: Closure,
  { place }: Documents,
  { brief, explain }: ReasonArguments,
  output: Output,
): Promise<number> {
  if (closed.contradictions.length > 0) {
    await printContradictions(closed, place, output);
    return CONTRADICTORY;
  }
  await printClosure(closed, { brief, explain, place }, output);
  return CONSISTENT;
}

async function printProfile({ merged, place }: Documents, output: Output): Promise<void> {
  const { violations, deviations } = checkProfile(mapToOntology(merged));
  const count = (n: number, what: string): string => `${n} ${what}${n === 1 ? '' : 's'}`;
  const first = violations.length === 0 ? 'in OWL 2 RL' : 'not in OWL 2 RL';
  await output.write(
    `# ${first}: ${count(violations.length, 'violation')}, ${count(deviations.length, 'deviation')}\n`,
  );
  for (const problem of [...violations, ...deviations]) await output.write(`# ${told(problem, place)}\n`);
}

function told(problem: ProfileProblem, place: Documents['place']): string {
  const { severity, axiom, rule, section, advice, notInferred } = problem;
  const lost = notInferred === undefined ? '' : `; not inferred by the gateway: ${notInferred}`;
  const text = `${severity}: ${place(problem)}: ${axiom}: ${rule} (${section})${lost}; instead: ${advice}`;
  return text.replace(/\s*\n\s*/g, ' ');
}

async function readAll(stream: Readable): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of stream) chunks.push(typeof chunk === 'string' ? Buffer.from(chunk) : (chunk as Buffer));
  return Buffer.concat(chunks);
}
