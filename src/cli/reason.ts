/** `owlgate reason`: prints the closure of files as N-Triples, or their contradictions with proofs. */
import { checkProfile, mapToOntology } from '../ontology';
import type { ProfileProblem } from '../ontology';
import { closure } from '../reasoner/rdf';
import type { Closure } from '../reasoner/rdf';
import { command } from './command';
import { readDocuments } from './documents';
import type { Documents } from './documents';
import { readArguments, REASON } from './options';
import type { ReasonArguments } from './options';
import { Output } from './output';
import { contradictionTexts, printClosure, printClosureJson, printContradictions } from './report';
import { oneLine } from '../util/text';

const CONSISTENT = 0;
const CONTRADICTORY = 1;

/** Exit status: 0 for a closure, 1 for contradictions, 2 for an invalid option or file. */
export const reason = command<ReasonArguments>({
  specification: REASON,
  read: readArguments,
  isExpected: () => false,
  async run(parsed, { stdin, stdout, say }) {
    const output = new Output(stdout);
    const documents = await readDocuments(parsed, stdin);
    for (const iri of documents.missingImports) {
      say(`the import <${iri}> is not among the files: it is omitted`);
    }
    const profile = parsed.profile ? profileLines(documents) : undefined;
    if (profile && !parsed.json) for (const line of profile) await output.write(`# ${line}\n`);
    const closed = closure(documents.merged, { maxContradictions: parsed.max, beyondTables: !parsed.tablesOnly });
    const status = await (parsed.json ? printJson : print)(closed, documents, parsed, output, profile);
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

async function printJson(
  closed: Closure,
  { place }: Documents,
  { brief, explain }: ReasonArguments,
  output: Output,
  profile: readonly string[] | undefined,
): Promise<number> {
  if (closed.contradictions.length > 0) {
    const contradictions = contradictionTexts(closed, place);
    await output.write(`${JSON.stringify({ consistent: false, profile, contradictions }, null, 2)}\n`);
    return CONTRADICTORY;
  }
  await printClosureJson(closed, { brief, explain, place }, profile, output);
  return CONSISTENT;
}

function profileLines({ merged, place }: Documents): readonly string[] {
  const { violations, deviations } = checkProfile(mapToOntology(merged));
  const count = (n: number, noun: string): string => `${n} ${noun}${n === 1 ? '' : 's'}`;
  const first = violations.length === 0 ? 'in OWL 2 RL' : 'not in OWL 2 RL';
  const head = `${first}: ${count(violations.length, 'violation')}, ${count(deviations.length, 'deviation')}`;
  return [head, ...[...violations, ...deviations].map((problem) => problemText(problem, place))];
}

function problemText(problem: ProfileProblem, place: Documents['place']): string {
  const { severity, axiom, rule, section, advice, notInferred } = problem;
  const consequence = notInferred === undefined ? '' : `; not inferred by the gateway: ${notInferred}`;
  const text = `${severity}: ${place(problem)}: ${axiom}: ${rule} (${section})${consequence}; instead: ${advice}`;
  return oneLine(text);
}
