/** What `owlgate reason` prints: a closure as N-Triples, or contradictions with their proofs. */
import type { Position } from '../ontology';
import { contradictionToText, countSteps, explainContradiction } from '../reasoner';
import type { ContradictionProof, Proof, ProofFormat, Row } from '../reasoner';
import { NTriplesWriter, Why } from '../reasoner/rdf';
import type { Closure } from '../reasoner/rdf';
import type { Output } from './output';

type Place = (position: Position) => string;

export interface Printing {
  readonly brief: boolean;
  readonly explain: boolean;
  readonly place: Place;
}

/** The documents' triples in their order, then those that follow, then x owl:sameAs x. */
export async function printClosure(
  closed: Closure,
  { brief, explain, place }: Printing,
  output: Output,
): Promise<void> {
  const { graph, stated } = closed;
  const writer = new NTriplesWriter(graph);
  const why = explain ? new Why(closed) : undefined;
  for (let row = 0; row < graph.table.length; row++) {
    const line = writer.line(row);
    if (line === undefined || (brief && closed.isAxiomatic(row))) continue;
    const reason = why && row >= stated ? because(closed, why, row, place) : '';
    if (!(await output.write(line + reason))) return;
  }
  if (brief) return;
  for (const line of writer.reflexive()) {
    if (!(await output.write(explain ? `${line}# eq-ref: everything is the same as itself\n` : line))) return;
  }
}

/** A comment: the rule, its axiom, and the triples that it needs, each with where it stands. */
function because(closed: Closure, why: Why, row: Row, place: Place): string {
  const step = why.step(row);
  if (!step) return '';
  const { rule, rows } = step;
  const { position, text } = rule.axiom;
  const axiom = position.line > 0 ? `${text} (${place(position)})` : text;
  // A triple that is the axiom itself has been told.
  const facts = [...new Set(rows)].flatMap((premise) => {
    const told = closed.nodes.sentence(premise);
    if (told === text || closed.graph.position(premise) === position) return [];
    return [`${told}${standing(closed, premise, place)}`];
  });
  return `# ${[`${rule.name}: ${axiom}`, ...facts].join('; ').replace(/\s*[\r\n]\s*/g, ' ')}\n`;
}

function standing({ graph }: Closure, row: Row, place: Place): string {
  const position = graph.position(row);
  return position ? ` (${place(position)})` : ' (inferred)';
}

/** Contradictions that rest on the same triples are one: it is shown by its shortest proof. */
export async function printContradictions(closed: Closure, place: Place, output: Output): Promise<void> {
  const proofs = distinct(closed);
  const n = proofs.length;
  await output.write(`The graph contradicts itself${n === 1 ? '' : ` in ${n} ways`}.\n`);
  const format: ProofFormat = {
    plan: closed.plan,
    type: 'a',
    name: (term) => closed.nodes.describe(closed.graph.id(term)),
    remark: ({ row }) => {
      const position = closed.graph.position(row);
      return position && place(position);
    },
  };
  for (const proof of proofs) await output.write(`\n${contradictionToText(proof, format)}\n`);
}

function distinct({ graph, plan, contradictions }: Closure): readonly ContradictionProof[] {
  const byGrounds = new Map<string, ContradictionProof>();
  for (const contradiction of contradictions) {
    const [proof] = explainContradiction(plan, graph, contradiction).proofs;
    if (!proof) continue;
    const key = [...grounds(proof)].sort((a, b) => a - b).join();
    const known = byGrounds.get(key);
    if (!known || countSteps(proof) < countSteps(known)) byGrounds.set(key, proof);
  }
  return [...byGrounds.values()];
}

/** The rows that documents state and a proof rests on. */
function grounds(proof: ContradictionProof): Set<Row> {
  const seen = new Set<Proof>(proof.premises);
  // A set hands out what is added to it while it is being walked.
  for (const { premises } of seen) for (const premise of premises) seen.add(premise);
  return new Set(
    [...seen].filter(({ premises, kind }) => kind === 'asserted' && premises.length === 0).map(({ row }) => row),
  );
}
