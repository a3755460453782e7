/** Text of a retrieval result: answer, statements, passages, steps and cost (service specification 2.6). */
import type { RetrievalResult, TrajectoryStep } from '../../client';
import { proofBranch, type Proof } from '../gateway/proofs';
import type { Terminal } from '../terminal/terminal';
import { clean, cleanLine, counted, wrap } from '../terminal/text';
import { tree } from '../terminal/tree';

/** Cited passage. */
export interface CitedPassage {
  readonly source: string;
  readonly text?: string;
  readonly chunk_index?: number | null;
  readonly score?: number | null;
}

export interface StatementView {
  readonly subject: unknown;
  readonly predicate: string;
  readonly object: unknown;
  readonly status: string;
  readonly proof?: unknown;
}

/** Maximum width of text. */
const MAX_COLUMNS = 110;

/** Wraps and indents text. */
export function block(text: string, { width }: Terminal, indent = ''): string {
  const room = width === undefined ? undefined : Math.min(width, MAX_COLUMNS) - indent.length;
  return wrap(text, room)
    .map((line) => `${indent}${line}`.trimEnd() + '\n')
    .join('');
}

export function resultText(result: RetrievalResult, isFull: boolean, terminal: Terminal): string {
  const { answer, passages, trajectory } = result;
  return [
    answer === null ? `${terminal.style.yellow('no answer is known')}\n` : block(clean(answer), terminal),
    statementsText(statementsOf(result.metadata), isFull, terminal),
    passagesText(passages, terminal),
    isFull && trajectory.length > 0 ? stepsText(trajectory, terminal) : '',
    footText(result, terminal),
  ]
    .filter((part) => part !== '')
    .join('\n');
}

/** Returns the statements in the metadata. Ignores other values: modules choose their metadata. */
function statementsOf(metadata: Readonly<Record<string, unknown>>): readonly StatementView[] {
  const { statements } = metadata;
  if (!Array.isArray(statements)) return [];
  return statements.filter(
    (each: unknown): each is StatementView =>
      typeof each === 'object' && each !== null && typeof (each as StatementView).predicate === 'string',
  );
}

export function statementsText(statements: readonly StatementView[], isFull: boolean, terminal: Terminal): string {
  if (statements.length === 0) return '';
  const { style } = terminal;
  const lines = statements.map(({ subject, predicate, object, status, proof }) => {
    const mark = status === 'asserted' ? style.green('asserted') : style.yellow(cleanLine(status));
    const line = block(`${nameOf(subject)} ${cleanLine(predicate)} ${nameOf(object)}   ${mark}`, terminal, '  ');
    return line + (isFull ? proofText(proof, terminal) : '');
  });
  return `${style.bold('Statements')}\n${lines.join('')}`;
}

/** Prints a proof in the format of GET /ontology/explain. */
function proofText(proof: unknown, terminal: Terminal): string {
  const { proofs } = Object(proof) as { readonly proofs?: unknown };
  const first: unknown = Array.isArray(proofs) ? (proofs[0] as { proof?: unknown } | undefined)?.proof : proof;
  if (typeof first !== 'object' || first === null || !('fact' in first)) return '';
  const text = tree([proofBranch(first as Proof, terminal.style)], terminal);
  return text.replace(/^(?=.)/gm, '    ');
}

/** Returns label, IRI or uid of a node, or a value. */
function nameOf(value: unknown): string {
  if (typeof value !== 'object' || value === null) return cleanLine(String(value));
  const { label, iri, uid } = value as { label?: unknown; iri?: unknown; uid?: unknown };
  if (typeof label === 'string') return cleanLine(label);
  if (typeof iri === 'string') return `<${cleanLine(iri)}>`;
  return cleanLine(typeof uid === 'string' ? uid : JSON.stringify(value));
}

export function passagesText(passages: readonly CitedPassage[], terminal: Terminal): string {
  if (passages.length === 0) return '';
  const { style } = terminal;
  const parts = passages.map(({ source, text, chunk_index: index, score }, i) => {
    const part = index == null ? '' : ` #${index}`;
    const rank = score == null ? '' : ` ${style.dim(`(${score.toPrecision(3)})`)}`;
    const head = block(`[${i + 1}] ${style.cyan(cleanLine(source))}${part}${rank}`, terminal, '  ');
    return head + (text === undefined ? '' : block(clean(text), terminal, '      '));
  });
  return `${style.bold('Passages')}\n${parts.join('')}`;
}

function stepsText(steps: readonly TrajectoryStep[], terminal: Terminal): string {
  return `${terminal.style.bold('Steps')}\n${steps.map((step, i) => stepText(step, i + 1, true, terminal)).join('')}`;
}

/** Prints a step: its summary in one line, or in full with its arguments. */
export function stepText(step: TrajectoryStep, number: number, isFull: boolean, terminal: Terminal): string {
  const { style, width } = terminal;
  const name = `${number}. ${style.cyan(cleanLine(step.tool))}`;
  const summary = step.result_summary ?? '';
  if (!isFull) {
    const text = summary === '' ? name : `${name}: ${cleanLine(summary)}`;
    const [first, ...more] = wrap(text, width && Math.min(width, MAX_COLUMNS) - 4);
    return `  ${first!}${more.length > 0 ? '…' : ''}\n`;
  }
  const args = Object.entries(step.arguments)
    .map(
      ([argument, value]) =>
        `${cleanLine(argument)}=${clean(typeof value === 'string' ? value : JSON.stringify(value))}`,
    )
    .join(', ');
  return block(`${name}(${args})`, terminal, '  ') + (summary === '' ? '' : block(clean(summary), terminal, '     '));
}

export function footText({ module_used, loops, cost_usd, metadata }: RetrievalResult, { style }: Terminal): string {
  const pruned = metadata['pruned_by_disjointness_total'];
  const parts = [
    cleanLine(module_used),
    counted(loops, 'loop'),
    `$${cost_usd.toFixed(4)}`,
    ...(typeof pruned === 'number' && pruned > 0 ? [`${pruned} ruled out by disjointness`] : []),
    ...(typeof metadata['stopped_by'] === 'string' ? [`stopped by ${cleanLine(metadata['stopped_by'])}`] : []),
  ];
  return `${style.dim(parts.join(' · '))}\n`;
}
