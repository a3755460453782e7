/**
 * Widening rules: rules that carry values of one predicate into another. A group that may read the second learns values
 * of the first. A group that may write the first also writes the second, since the gateway writes inferred facts with
 * its own login.
 *
 * Rules are grouped by their pair of predicates, so that work and answer are bounded by the number of pairs, not of
 * axioms.
 */
import { TYPE_PREDICATE } from '../../mutation';
import type { OntologyWarning } from '../../ontology';
import type { Plan, Rule } from '../../reasoner';
import type { Engine } from '../../dgraph';
import { readGroups } from './groups';
import type { Group } from './groups';

/** Maximum listed warnings of one kind. */
const MAX_LISTED = 500;
/** Maximum groups named in one warning. */
const MAX_NAMED = 20;

/** Warning of a widening rule. */
interface WideningWarning extends OntologyWarning {
  readonly code: 'rule-widens-read' | 'rule-widens-write';
  /** W3C name. */
  readonly rule: string;
  readonly axiom: string;
  /** Number of axioms that lead from the one predicate to the other. */
  readonly axioms: number;
  readonly from: string;
  readonly to: string;
  readonly groups: readonly string[];
}

/** Flow from one predicate to another. */
interface Flow {
  readonly from: string;
  readonly to: string;
  /** First rule of the flow. */
  readonly rule: Rule;
  readonly axioms: Set<string>;
}

/**
 * Returns warnings for an engine, by its groups; none without access control. @throws EngineFailure, OwlgateError
 * EngineUnreachable
 */
export async function rightsWarnings(engine: Engine, plan: Plan): Promise<OntologyWarning[]> {
  return engine.identity ? wideningWarnings(plan, await readGroups(engine)) : [];
}

/** @returns warnings in the order of the rules; beyond the maximum, a last warning gives the number of the others */
export function wideningWarnings(plan: Plan, groups: readonly Group[]): OntologyWarning[] {
  const flows = flowsOf(plan);
  const read = flows.flatMap((flow) =>
    warning('rule-widens-read', flow, groups, (group) => group.reads(flow.to) && !group.reads(flow.from)),
  );
  const write = flows.flatMap((flow) =>
    warning('rule-widens-write', flow, groups, (group) => group.writes(flow.from) && !group.writes(flow.to)),
  );
  return [...listed(read), ...listed(write)];
}

function flowsOf({ rules, terms, type }: Plan): readonly Flow[] {
  const flows = new Map<string, Flow>();
  const nameOf = (p: number): string => (p === type ? TYPE_PREDICATE : terms.text(p));
  for (const rule of rules) {
    if (!rule.head) continue;
    const to = nameOf(rule.head.p);
    for (const from of new Set(rule.body.map(({ p }) => nameOf(p)))) {
      if (from === to) continue;
      const key = `${from} ${to}`;
      const flow = flows.get(key);
      if (flow) flow.axioms.add(rule.axiom.text);
      else flows.set(key, { from, to, rule, axioms: new Set([rule.axiom.text]) });
    }
  }
  return [...flows.values()];
}

function warning(
  code: WideningWarning['code'],
  { from, to, rule, axioms }: Flow,
  groups: readonly Group[],
  isWidened: (group: Group) => boolean,
): WideningWarning[] {
  const names = groups
    .filter(isWidened)
    .map(({ name }) => name)
    .sort();
  if (names.length === 0) return [];
  const { text, position } = rule.axiom;
  const [one, other] = [from, to].map((name) => JSON.stringify(name));
  const effect =
    code === 'rule-widens-read'
      ? `values of ${one} can be read as values of ${other}, without the right to read ${one}`
      : `a write of ${one} also writes ${other}, without the right to write it`;
  const others = axioms.size > 1 ? `, and ${axioms.size - 1} more` : '';
  return [
    {
      code,
      message: `${text} (${rule.name}${others}): ${effect}: ${listedNames(names)}`,
      ...(position.line > 0 && position),
      rule: rule.name,
      axiom: text,
      axioms: axioms.size,
      from,
      to,
      groups: names,
    },
  ];
}

function listedNames(names: readonly string[]): string {
  const more = names.length > MAX_NAMED ? `, and ${names.length - MAX_NAMED} more` : '';
  return `group${names.length > 1 ? 's' : ''} ${names.slice(0, MAX_NAMED).join(', ')}${more}`;
}

function listed(warnings: readonly WideningWarning[]): OntologyWarning[] {
  const [first] = warnings;
  if (!first || warnings.length <= MAX_LISTED) return [...warnings];
  const message = `${warnings.length - MAX_LISTED} more pairs of predicates are not listed`;
  return [...warnings.slice(0, MAX_LISTED), { code: first.code, message }];
}
