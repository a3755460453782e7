/** Output of `owlgate reason`: a closure as N-Triples, or contradictions with their proofs. */
import type { Position } from '../ontology';
import { contradictionToText, countSteps, explainContradiction } from '../reasoner';
import type { ContradictionProof, Proof, ProofFormat, Row } from '../reasoner';
import { NTriplesWriter, StepFinder } from '../reasoner/rdf';
import type { Closure } from '../reasoner/rdf';
import type { Output } from './output';
import { oneLine } from '../util/text';

type Place = (position: Position) => string;

interface Printing {
  readonly brief: boolean;
  readonly explain: boolean;
  readonly place: Place;
}

interface Line {
  /** Line of N-Triples, without its line break. */
  readonly triple: string;
  readonly isInferred: boolean;
  /** Reason of an inferred triple, with `--explain`. */
  readonly because: string | undefined;
}

/** Yields stated triples in document order, then inferred ones, then x owl:sameAs x. */
function* linesOf(closed: Closure, { brief, explain, place }: Printing): Generator<Line> {
  const { graph, stated } = closed;
  const writer = new NTriplesWriter(graph);
  const finder = explain ? new StepFinder(closed) : undefined;
  for (let row = 0; row < graph.table.length; row++) {
    const line = writer.line(row);
    if (line === undefined || (brief && closed.isAxiomatic(row))) continue;
    const isInferred = row >= stated;
    const because = finder && isInferred ? reasonOf(closed, finder, row, place) : undefined;
    yield { triple: line.trimEnd(), isInferred, because };
  }
  if (brief) return;
  const because = explain ? 'eq-ref: everything is the same as itself' : undefined;
  for (const line of writer.reflexive()) yield { triple: line.trimEnd(), isInferred: true, because };
}

export async function printClosure(closed: Closure, printing: Printing, output: Output): Promise<void> {
  for (const { triple, because } of linesOf(closed, printing)) {
    const comment = because === undefined ? '' : `# ${because}\n`;
    if (!(await output.write(`${triple}\n${comment}`))) return;
  }
}

/** Prints one JSON value, one line per triple. @param profile problems of the ontology, with `--profile` */
export async function printClosureJson(
  closed: Closure,
  printing: Printing,
  profile: readonly string[] | undefined,
  output: Output,
): Promise<void> {
  await output.write(`{"consistent":true,${profile ? `"profile":${JSON.stringify(profile)},` : ''}"triples":[`);
  let before = '';
  for (const { triple, isInferred, because } of linesOf(closed, printing)) {
    if (!(await output.write(`${before}\n${JSON.stringify({ triple, inferred: isInferred, because })}`))) return;
    before = ',';
  }
  await output.write('\n]}\n');
}

/** Returns rule, axiom and premises with their positions, in one line. */
function reasonOf(closed: Closure, finder: StepFinder, row: Row, place: Place): string | undefined {
  const step = finder.step(row);
  if (!step) return undefined;
  const { rule, rows } = step;
  const { position, text } = rule.axiom;
  const axiom = position.line > 0 ? `${text} (${place(position)})` : text;
  // Omits the triple that is the axiom itself.
  const facts = [...new Set(rows)].flatMap((premise) => {
    const sentence = closed.nodes.sentence(premise);
    if (sentence === text || closed.graph.position(premise) === position) return [];
    return [`${sentence}${positionText(closed, premise, place)}`];
  });
  return oneLine([`${rule.name}: ${axiom}`, ...facts].join('; '));
}

function positionText({ graph }: Closure, row: Row, place: Place): string {
  const position = graph.position(row);
  return position ? ` (${place(position)})` : ' (inferred)';
}

/** Prints contradictions. Those that rest on the same triples count once, with the shortest proof. */
export function contradictionTexts(closed: Closure, place: Place): readonly string[] {
  const format: ProofFormat = {
    plan: closed.plan,
    type: 'a',
    name: (term) => closed.nodes.describe(closed.graph.id(term)),
    remark: ({ row }) => {
      const position = closed.graph.position(row);
      return position && place(position);
    },
  };
  return distinct(closed).map((proof) => contradictionToText(proof, format));
}

export async function printContradictions(closed: Closure, place: Place, output: Output): Promise<void> {
  const texts = contradictionTexts(closed, place);
  const n = texts.length;
  await output.write(`The graph contradicts itself${n === 1 ? '' : ` in ${n} ways`}.\n`);
  for (const text of texts) await output.write(`\n${text}\n`);
}

function distinct({ graph, plan, contradictions }: Closure): readonly ContradictionProof[] {
  const byStatedRows = new Map<string, ContradictionProof>();
  for (const contradiction of contradictions) {
    const [proof] = explainContradiction(plan, graph, contradiction).proofs;
    if (!proof) continue;
    const key = [...statedRows(proof)].sort((a, b) => a - b).join();
    const shortest = byStatedRows.get(key);
    if (!shortest || countSteps(proof) < countSteps(shortest)) byStatedRows.set(key, proof);
  }
  return [...byStatedRows.values()];
}

/** Returns the stated rows that a proof rests on. */
function statedRows(proof: ContradictionProof): Set<Row> {
  const proofs = new Set<Proof>(proof.premises);
  // The iteration of a set includes elements added meanwhile.
  for (const { premises } of proofs) for (const premise of premises) proofs.add(premise);
  return new Set(
    [...proofs].filter(({ premises, kind }) => kind === 'asserted' && premises.length === 0).map(({ row }) => row),
  );
}
