/**
 * Proofs as indented text and as JSON. A proof that is used several times is written once and referred to by number.
 */
import type { Plan } from './plan';
import { sharedProofs } from './proof';
import type { ContradictionProof, Proof } from './proof';
import type { Rule } from './rule';
import { describeRule } from './wording';
import type { TermNaming } from './wording';

export interface ProofFormat {
  readonly plan: Plan;
  /** Display name of the type predicate; its name in facts by default. */
  readonly type?: string;
  readonly name?: TermNaming;
  /** Returns a short remark on a fact. */
  remark?(proof: Proof): string | undefined;
  /** Returns further members for a fact in JSON. */
  members?(proof: Proof): Readonly<Record<string, unknown>>;
}

/**
 * Writes a fact and below it, indented, the rule and premises that it follows from.
 *
 * @example
 * 0x5 graph.type Animal
 *   since every Dog is an Animal   [cax-sco, line 12: SubClassOf(:Dog :Animal)]
 *   and 0x5 graph.type Dog   (asserted)
 */
export function proofToText(proof: Proof, format: ProofFormat): string {
  const lines = new TextWriter(format, sharedProofs({ premises: [proof] }));
  lines.proof(proof, '', 0);
  return lines.text;
}

/** Writes the constraint that facts violate, and the proof of each fact. */
export function contradictionToText(proof: ContradictionProof, format: ProofFormat): string {
  const lines = new TextWriter(format, sharedProofs(proof));
  lines.contradiction(proof);
  return lines.text;
}

class TextWriter {
  private readonly lines: string[] = [];
  private readonly written = new Set<Proof>();

  constructor(
    private readonly format: ProofFormat,
    private readonly shared: ReadonlyMap<Proof, number>,
  ) {}

  get text(): string {
    return this.lines.join('\n');
  }

  proof(proof: Proof, lead: string, depth: number): void {
    const number = this.shared.get(proof);
    const isRepeated = this.written.has(proof);
    this.written.add(proof);
    const marks = [
      ...(proof.kind === 'asserted' ? ['asserted'] : []),
      ...(number === undefined ? [] : [isRepeated ? `see (${number}) above` : `${number}`]),
      ...[this.format.remark?.(proof)].filter((remark) => remark !== undefined),
    ];
    const mark = marks.length > 0 ? `   (${marks.join(', ')})` : '';
    this.line(depth, `${lead}${factText(proof, this.format)}${mark}`);
    if (isRepeated || !proof.rule) return;
    this.reason(proof.rule, depth + 1);
    for (const premise of proof.premises) this.proof(premise, 'and ', depth + 1);
  }

  contradiction({ rule, premises }: ContradictionProof): void {
    this.line(0, 'contradiction');
    this.reason(rule, 1);
    for (const premise of premises) this.proof(premise, 'but ', 1);
  }

  private reason(rule: Rule, depth: number): void {
    const { line, document } = rule.axiom.position;
    // Rules of OWL itself have no place in a document.
    const place = line === 0 ? '' : `, ${document === undefined ? '' : `${document} `}line ${line}`;
    this.line(
      depth,
      `since ${describeRule(rule, this.format.plan, this.format.name)}   [${rule.name}${place}: ${rule.axiom.text}]`,
    );
  }

  private line(depth: number, text: string): void {
    this.lines.push(`${'  '.repeat(depth)}${text}`);
  }
}

function factText({ fact: { s, p, o } }: Proof, format: ProofFormat): string {
  const { name = identity } = format;
  return `${name(s)} ${predicateOf(p, format)} ${name(o)}`;
}

function predicateOf(p: string, { plan, type, name = identity }: ProofFormat): string {
  return type !== undefined && p === plan.terms.text(plan.type) ? type : name(p);
}

const identity: TermNaming = (term) => term;

/** Proof in an answer. */
export interface ProofJson {
  readonly fact: { readonly subject: string; readonly predicate: string; readonly object: string };
  readonly kind: 'asserted' | 'inferred';
  /** Number of a proof that is used several times. */
  readonly id?: number;
  /** Number of a proof given before, in place of rule and premises. */
  readonly see?: number;
  readonly rule?: RuleJson;
  readonly premises?: readonly ProofJson[];
  readonly [member: string]: unknown;
}

interface RuleJson {
  /** W3C name. */
  readonly name: string;
  /** The rule in words. */
  readonly says: string;
  readonly axiom: { readonly text: string; readonly line: number; readonly column: number; readonly document?: string };
}

export function proofToJson(proof: Proof, format: ProofFormat): ProofJson {
  return jsonWriter(format, sharedProofs({ premises: [proof] }))(proof);
}

export function contradictionToJson(
  proof: ContradictionProof,
  format: ProofFormat,
): { readonly rule: RuleJson; readonly premises: readonly ProofJson[] } {
  const write = jsonWriter(format, sharedProofs(proof));
  return { rule: ruleToJson(proof.rule, format), premises: proof.premises.map(write) };
}

function ruleToJson(rule: Rule, { plan, name }: ProofFormat): RuleJson {
  const { text, position } = rule.axiom;
  return { name: rule.name, says: describeRule(rule, plan, name), axiom: { text, ...position } };
}

function jsonWriter(format: ProofFormat, shared: ReadonlyMap<Proof, number>): (proof: Proof) => ProofJson {
  const written = new Set<Proof>();
  const { name = identity } = format;
  const write = (proof: Proof): ProofJson => {
    const { s, p, o } = proof.fact;
    const id = shared.get(proof);
    const fact = { subject: name(s), predicate: predicateOf(p, format), object: name(o) };
    const head = { fact, kind: proof.kind, ...format.members?.(proof) };
    if (written.has(proof) && id !== undefined) return { ...head, see: id };
    written.add(proof);
    if (!proof.rule) return head;
    const rule = ruleToJson(proof.rule, format);
    return { ...head, ...(id !== undefined && { id }), rule, premises: proof.premises.map(write) };
  };
  return write;
}
