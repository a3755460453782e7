/**
 * SWRL rules of a document (https://www.w3.org/submissions/SWRL/, section 5). OWL 2 does not have them: their
 * statements are separated before the mapping, so that no atom, list or variable is read as an individual.
 */
import { SWRL_NS, swrl } from '../../rdf';
import type { Individual, Iri, Remark } from '../model';
import { isBlank, isIri, isLiteral } from '../quads';
import type { Quad, Term } from '../quads';
import { Renderer } from '../render';
import { rdf } from '../vocabulary';
import { StructurePrinter } from './structure';

interface SeparatedRules {
  /** Statements outside rules. */
  readonly quads: readonly Quad[];
  /** Statements of rules, by subject. */
  readonly parts: ReadonlyMap<Individual, readonly Quad[]>;
}

/** Predicates from an atom to an individual, which is not part of the rule. */
const MENTIONS: ReadonlySet<Iri> = new Set([swrl('argument1'), swrl('argument2')]);

/** Separates the statements about rules, atoms, their lists and expressions, and variables. */
export function separateRules(quads: readonly Quad[]): SeparatedRules {
  const roots = new Set(quads.filter(isRulePart).map(({ subject }) => subject));
  if (roots.size === 0) return { quads, parts: new Map() };
  const bySubject = groupBySubject(quads);
  const subjects = new Set(roots);
  for (const subject of subjects) {
    for (const { predicate, object } of bySubject.get(subject) ?? []) {
      if (isBlank(object) && !MENTIONS.has(predicate)) subjects.add(object);
    }
  }
  return {
    quads: quads.filter(({ subject }) => !subjects.has(subject)),
    parts: new Map([...subjects].map((subject) => [subject, bySubject.get(subject) ?? []])),
  };
}

/** True for statements in SWRL's vocabulary, except those that define it. */
function isRulePart({ subject, predicate, object }: Quad): boolean {
  if (subject.startsWith(SWRL_NS)) return false;
  return predicate.startsWith(SWRL_NS) || (predicate === rdf.type && isIri(object) && object.startsWith(SWRL_NS));
}

function groupBySubject(quads: readonly Quad[]): ReadonlyMap<Individual, readonly Quad[]> {
  const groups = new Map<Individual, Quad[]>();
  for (const quad of quads) {
    const group = groups.get(quad.subject);
    if (group) group.push(quad);
    else groups.set(quad.subject, [quad]);
  }
  return groups;
}

/** Returns a remark for each rule. */
export function ruleRemarks({ parts }: SeparatedRules, renderer: Renderer): Remark[] {
  const printer = new RulePrinter(parts, renderer);
  const structures = new RuleStructure(parts);
  return [...parts.values()].flatMap((statements) => {
    const rule =
      statements.find(({ predicate, object }) => predicate === rdf.type && object === swrl('Imp')) ??
      statements.find(({ predicate }) => predicate === swrl('head') || predicate === swrl('body'));
    if (!rule) return [];
    return {
      code: 'swrl-rule',
      text: printer.rule(rule.subject),
      canonical: structures.rule(rule.subject),
      position: rule.position,
      reason: 'SWRL rules are not part of OWL 2',
      advice: 'state the rule as a property chain (owl:propertyChainAxiom), a subproperty or a subclass, or remove it',
    } as const;
  });
}

/** Maximum length of a printed rule; people only need to recognize it. */
const MAX_LENGTH = 600;

class RulePrinter {
  constructor(
    protected readonly parts: SeparatedRules['parts'],
    private readonly renderer: Renderer,
  ) {}

  /** Prints `p(?x, ?y) ∧ q(?y, ?z) → r(?x, ?z)`. */
  rule(node: Individual): string {
    const side = (predicate: Iri) =>
      this.list(this.object(node, predicate))
        .map((atom) => this.atom(atom))
        .join(' ∧ ');
    return this.cut(`${side(swrl('body'))} → ${side(swrl('head'))}`);
  }

  protected cut(text: string): string {
    return text.length > MAX_LENGTH ? `${text.slice(0, MAX_LENGTH)}…` : text;
  }

  /** Prints a term outside of variables. */
  protected term(term: Term): string {
    return this.renderer.term(term);
  }

  /** Prints a class expression, which has no name. */
  protected expression(_node: Term): string {
    return '[…]';
  }

  /** Prints the name of a variable. */
  protected variable(node: Individual): string {
    return node.replace(/^.*[#/:]/, '');
  }

  private atom(node: Term): string {
    const local = (name: string) => this.object(node, swrl(name));
    const name = local('classPredicate') ?? local('propertyPredicate') ?? local('dataRange') ?? local('builtin');
    const binary = [local('argument1'), local('argument2')].filter((each) => each !== undefined);
    const terms = [...binary, ...this.list(local('arguments'))].map((each) => this.argument(each));
    const type = this.object(node, rdf.type);
    const head = name ?? type;
    return `${head === undefined || isBlank(head) ? this.expression(head ?? node) : this.term(head)}(${terms.join(', ')})`;
  }

  private argument(term: Term): string {
    const isVariable = !isLiteral(term) && this.object(term, rdf.type) === swrl('Variable');
    return isVariable ? `?${this.variable(term)}` : this.term(term);
  }

  private list(head: Term | undefined): Term[] {
    const items: Term[] = [];
    const visited = new Set<Term>();
    for (let cell = head; cell !== undefined && isBlank(cell) && !visited.has(cell);) {
      visited.add(cell);
      const item = this.object(cell, rdf.first);
      if (item !== undefined) items.push(item);
      cell = this.object(cell, rdf.rest);
    }
    return items;
  }

  private object(node: Term | undefined, predicate: Iri): Term | undefined {
    if (node === undefined || isLiteral(node)) return undefined;
    return this.parts.get(node)?.find((quad) => quad.predicate === predicate)?.object;
  }
}

/** Printer of rules for comparisons; see StructurePrinter. A blank variable is numbered by its first mention. */
class RuleStructure extends RulePrinter {
  private structure = this.fresh();

  constructor(parts: SeparatedRules['parts']) {
    super(parts, new Renderer(new Map()));
  }

  override rule(node: Individual): string {
    this.structure = this.fresh();
    return `Rule(${super.rule(node)})`;
  }

  protected override cut(text: string): string {
    return text;
  }

  protected override term(term: Term): string {
    return this.structure.term(term);
  }

  protected override expression(node: Term): string {
    return this.structure.term(node);
  }

  protected override variable(node: Individual): string {
    return isBlank(node) ? String(this.structure.numberOf(node)) : super.variable(node);
  }

  private fresh(): StructurePrinter {
    return new StructurePrinter((subject) => this.parts.get(subject) ?? []);
  }
}
