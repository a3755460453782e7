/** What `owlgate reason` prints: a closure as N-Triples, or contradictions with their proofs. */
import type { Position } from '../ontology';
import { contradictionToText, explainContradiction } from '../reasoner';
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
function because(closed: Closure, why: Why, row: number, place: Place): string {
  const step = why.step(row);
  if (!step) return '';
  const { rule, rows } = step;
  const { position, text } = rule.axiom;
  const axiom = position.line > 0 ? `${text} (${place(position)})` : text;
  const facts = [...new Set(rows)].map(
    (premise) => `${closed.nodes.sentence(premise)}${standing(closed, premise, place)}`,
  );
  return `# ${[`${rule.name}: ${axiom}`, ...facts].join('; ').replace(/\s*[\r\n]\s*/g, ' ')}\n`;
}

function standing({ graph }: Closure, row: number, place: Place): string {
  const position = graph.position(row);
  return position ? ` (${place(position)})` : ' (inferred)';
}

export async function printContradictions(closed: Closure, place: Place, output: Output): Promise<void> {
  const { graph, plan, contradictions, nodes } = closed;
  const n = contradictions.length;
  await output.write(`The graph contradicts itself, in ${n === 1 ? 'one way' : `${n} ways`}.\n`);
  for (const contradiction of contradictions) {
    const [proof] = explainContradiction(plan, graph, contradiction).proofs;
    const { position } = contradiction.rule.axiom;
    const where = position.line > 0 ? ` (${place(position)})` : '';
    await output.write(`\n${contradiction.rule.name}: ${contradiction.rule.axiom.text}${where}\n`);
    if (!proof) continue;
    const text = contradictionToText(proof, {
      plan,
      type: 'a',
      name: (term) => nodes.describe(graph.id(term)),
      remark: ({ row }) => {
        const stated = graph.position(row);
        return stated && place(stated);
      },
    });
    await output.write(`${text}\n`);
  }
}
