/** Proofs of the gateway (docs/api/ontology.md, GET /ontology/explain), printed as trees. */
import type { Style } from '../terminal/terminal';
import { cleanLine } from '../terminal/text';
import type { Branch } from '../terminal/tree';

export interface Fact {
  readonly subject: string;
  readonly predicate: string;
  readonly object: unknown;
}

interface Axiom {
  readonly text: string;
  readonly line: number;
  readonly column: number;
  readonly document?: string;
}

interface Rule {
  readonly name?: string;
  readonly says?: string;
  readonly axiom?: Axiom;
}

export interface Proof {
  readonly fact: Fact;
  readonly kind: string;
  readonly rule?: Rule;
  readonly axiom?: Axiom;
  readonly premises?: readonly Proof[];
  readonly fromThisWrite?: boolean;
  /** Number of a subproof that occurs several times: `id` at its first occurrence, `see` at later ones. */
  readonly id?: number;
  readonly see?: number;
}

export interface Contradiction {
  readonly rule?: Rule;
  readonly premises?: readonly Proof[];
}

/** Maximum depth of a printed proof. */
const MAX_LEVELS = 200;

export function factText({ subject, predicate, object }: Fact): string {
  return cleanLine(`${subject} ${predicate} ${typeof object === 'string' ? object : JSON.stringify(object)}`);
}

/** Returns the tree of a proof: the fact with its rule or axiom, above its premises. */
export function proofBranch(proof: Proof, style: Style, level = 0): Branch {
  const { fact, kind, rule, axiom, premises = [], fromThisWrite, id, see } = proof;
  const isAsserted = kind === 'asserted';
  const mark = isAsserted ? style.green('asserted') : style.yellow(cleanLine(kind));
  const origin = fromThisWrite ? ', in this request' : '';
  const number = id === undefined ? '' : ` ${style.dim(`(${id})`)}`;
  const reference = see === undefined ? '' : ` ${style.dim(`as in (${see})`)}`;
  const reason = rule ? [ruleText(rule, style)] : axiom ? [placeText(undefined, axiom, style)] : [];
  const head = `${factText(fact)}   ${mark}${origin}${number}${reference}`;
  const cut = level >= MAX_LEVELS && premises.length > 0;
  return {
    text: [head, ...reason].join('\n'),
    children: cut ? [{ text: '…' }] : premises.map((each) => proofBranch(each, style, level + 1)),
  };
}

/** Returns the tree of a contradiction. */
export function contradictionBranch({ rule = {}, premises = [] }: Contradiction, style: Style): Branch {
  return {
    text: `${style.red('contradiction')}\n${ruleText(rule, style)}`,
    children: premises.map((each) => proofBranch(each, style)),
  };
}

function ruleText({ name, says, axiom }: Rule, style: Style): string {
  const place = name === undefined && !axiom ? '' : placeText(name, axiom, style);
  return [says === undefined ? '' : `since ${cleanLine(says)}`, place].filter((part) => part !== '').join('   ');
}

/** Prints a rule and its axiom: `[cax-sco, line 12: SubClassOf(:Dog :Animal)]`. */
function placeText(name: string | undefined, axiom: Axiom | undefined, style: Style): string {
  const place = axiom && `${axiom.document === undefined ? '' : `${cleanLine(axiom.document)} `}line ${axiom.line}`;
  const parts = [name, place].filter((part) => part !== undefined).join(', ');
  return style.dim(`[${parts}${axiom ? `: ${cleanLine(axiom.text)}` : ''}]`);
}
