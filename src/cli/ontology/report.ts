/** Text of the answer to a load or a validation. */
import { conflictText, violationText } from '../gateway/refusal-text';
import { factText, type Fact } from '../gateway/proofs';
import type { Terminal } from '../terminal/terminal';
import { cleanLine, counted, wrapAll } from '../terminal/text';

type Names = readonly string[];
type Entry = Readonly<Record<string, unknown>>;

/** Answer of POST /ontology; `diff` only for a validation (docs/api/load.md). */
export interface LoadAnswer {
  readonly status: string;
  readonly message: string;
  readonly classes: number;
  readonly objectProperties: number;
  readonly dataProperties: number;
  readonly compiledSchema: string;
  readonly version?: number;
  readonly profile: string;
  readonly warnings: readonly Entry[];
  readonly diff?: Difference;
  readonly materialization?: Materialization;
  readonly unknownTypes?: readonly { readonly type: string; readonly nodes: number }[];
}

interface Change {
  readonly name: string;
  readonly before?: string;
  readonly after?: string;
  readonly addedFields?: Names;
  readonly removedFields?: Names;
}

interface PlacedAxiom {
  readonly axiom: string;
  readonly document?: string;
  readonly line: number;
  readonly column: number;
}

/** Difference of two ontologies; with files and the ontology in force, also the effects on stored data. */
export type Comparison = Pick<LoadAnswer, 'diff' | 'materialization'> & Partial<Pick<LoadAnswer, 'warnings'>>;

interface Difference {
  /** Absent in the answers of gateways before history. */
  readonly axioms?: {
    readonly added: readonly PlacedAxiom[];
    readonly removed: readonly PlacedAxiom[];
    readonly addedCount: number;
    readonly removedCount: number;
  };
  readonly classes: { readonly added: Names; readonly removed: Names };
  readonly properties: { readonly added: Names; readonly removed: Names };
  readonly predicates: { readonly added: Names; readonly removed?: Names; readonly changed: readonly Change[] };
  readonly types: { readonly added: Names; readonly removed?: Names; readonly changed: readonly Change[] };
  readonly conflicts?: readonly Entry[];
}

interface Materialization {
  readonly nodes: number;
  readonly inferred: number;
  readonly retracted: number;
  readonly violations: readonly { readonly message: string; readonly entity?: string }[];
  readonly violationCount: number;
  readonly examples?: { readonly inferred: readonly Fact[]; readonly retracted: readonly Fact[] };
  readonly exact?: boolean;
  readonly reason?: string;
}

const MAX_LISTED = 20;

function headText({ message, version, profile, ...counts }: LoadAnswer, { style }: Terminal): string {
  const { classes, objectProperties, dataProperties } = counts;
  const which = version === undefined ? '' : ` (version ${version})`;
  const properties =
    `${counted(objectProperties, 'object property', 'object properties')}, ` +
    counted(dataProperties, 'data property', 'data properties');
  return (
    `${style.green(cleanLine(message))}${which}\n${counted(classes, 'class', 'classes')}, ${properties}, ` +
    `profile ${cleanLine(profile)}\n`
  );
}

/** Prints the effects of a load. */
export const outcomeText = (answer: LoadAnswer, terminal: Terminal): string =>
  [headText, materializationText, unknownTypesText, warningsText].map((part) => part(answer, terminal)).join('');

function unknownTypesText({ unknownTypes = [] }: LoadAnswer, terminal: Terminal): string {
  const lines = unknownTypes
    .slice(0, MAX_LISTED)
    .map(({ type, nodes }) => `type without a class: ${cleanLine(type)} (${counted(nodes, 'node')})`);
  return paragraph(lines, unknownTypes.length, terminal);
}

export function warningsText({ warnings = [] }: Comparison, terminal: Terminal): string {
  const lines = warnings
    .slice(0, MAX_LISTED)
    .map((each) => `${terminal.style.yellow('warning:')} ${violationText(each)}`);
  return paragraph(lines, warnings.length, terminal);
}

/** Prints the effects on stored data. */
export function materializationText(answer: Comparison, terminal: Terminal): string {
  const { materialization: outcome } = answer;
  if (!outcome) return '';
  const { style } = terminal;
  const { nodes, inferred, retracted, violations, violationCount, examples, exact = true, reason } = outcome;
  const least = exact ? '' : 'at least ';
  const head =
    `stored data: ${counted(nodes, 'node')}; ${least}${counted(inferred, 'fact')} inferred, ` +
    `${retracted.toLocaleString('en')} retracted`;
  const lines = [
    ...(examples?.inferred ?? []).slice(0, MAX_LISTED).map((fact) => `  ${style.green('+')} ${factText(fact)}`),
    ...(examples && inferred > Math.min(MAX_LISTED, examples.inferred.length) ? [`  ${style.green('+')} …`] : []),
    ...(examples?.retracted ?? []).slice(0, MAX_LISTED).map((fact) => `  ${style.red('-')} ${factText(fact)}`),
    ...(examples && retracted > Math.min(MAX_LISTED, examples.retracted.length) ? [`  ${style.red('-')} …`] : []),
  ];
  const against = violations
    .slice(0, MAX_LISTED)
    .map(({ message }) => `${style.red('contradiction:')} ${cleanLine(message)}`);
  return [
    `${head}\n`,
    ...lines.map((line) => `${line}\n`),
    ...(exact || reason === undefined ? [] : [`${style.yellow('incomplete:')} ${cleanLine(reason)}\n`]),
    paragraph(against, violationCount, terminal),
  ].join('');
}

/** True if a load would change anything. */
export function changesSomething({ diff, materialization }: Comparison): boolean {
  const parts = diff
    ? [diff.axioms ?? {}, diff.classes, diff.properties, diff.predicates, diff.types].flatMap((each) =>
        Object.values(each).filter(Array.isArray),
      )
    : [];
  const facts = (materialization?.inferred ?? 0) + (materialization?.retracted ?? 0);
  return parts.some((part: readonly unknown[]) => part.length > 0) || (diff?.conflicts ?? []).length > 0 || facts > 0;
}

export function differenceText({ diff }: Comparison, terminal: Terminal): string {
  if (!diff) return '';
  const { style } = terminal;
  const added = (kind: string, names: Names): string[] =>
    names.map((name) => style.green(`+ ${kind} ${cleanLine(name)}`));
  const removed = (kind: string, names: Names): string[] =>
    names.map((name) => style.red(`- ${kind} ${cleanLine(name)}`));
  const { axioms = { added: [], removed: [], addedCount: 0, removedCount: 0 } } = diff;
  const { added: addedAxioms, removed: removedAxioms, addedCount, removedCount } = axioms;
  const lines = [
    ...removedAxioms.map((each) => style.red(`- ${axiomText(each)}`)),
    ...more('-', removedCount - removedAxioms.length).map(style.red),
    ...addedAxioms.map((each) => style.green(`+ ${axiomText(each)}`)),
    ...more('+', addedCount - addedAxioms.length).map(style.green),
    ...added('class', diff.classes.added),
    ...removed('class', diff.classes.removed),
    ...added('property', diff.properties.added),
    ...removed('property', diff.properties.removed),
    ...added('predicate', diff.predicates.added),
    ...removed('predicate', diff.predicates.removed ?? []),
    ...diff.predicates.changed.flatMap(({ name, before = '', after = '' }) => [
      style.yellow(`~ predicate ${cleanLine(name)}`),
      style.red(`    - ${cleanLine(before)}`),
      style.green(`    + ${cleanLine(after)}`),
    ]),
    ...added('type', diff.types.added),
    ...removed('type', diff.types.removed ?? []),
    ...diff.types.changed.map(({ name, addedFields = [], removedFields = [] }) => {
      const fields = [
        ...(addedFields.length > 0 ? [`+ ${addedFields.map(cleanLine).join(', ')}`] : []),
        ...(removedFields.length > 0 ? [`- ${removedFields.map(cleanLine).join(', ')}`] : []),
      ];
      return style.yellow(`~ type ${cleanLine(name)}: ${fields.join(' ')}`);
    }),
    ...(diff.conflicts ?? []).map((each) => {
      const sign = each['effect'] === 'converted' ? style.yellow('~ converted:') : style.red('! conflict:');
      return `${sign} ${conflictText(each)}`;
    }),
  ];
  return wrapAll(lines, terminal.width);
}

const axiomText = ({ axiom, document, line, column }: PlacedAxiom): string =>
  `${cleanLine(axiom)}  (${document === undefined ? '' : `${cleanLine(document)}: `}line ${line}, column ${column})`;

const more = (sign: string, count: number): string[] =>
  count > 0 ? [`${sign} … and ${counted(count, 'more axiom')}`] : [];

function paragraph(lines: readonly string[], of: number, { width }: Terminal): string {
  const all = of > lines.length ? [...lines, `and ${(of - lines.length).toLocaleString('en')} more`] : lines;
  return wrapAll(all, width);
}
