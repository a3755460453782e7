/** Warnings of a load: the entries of `warnings[]` in its answer. */
import { comparePositions } from '../rdf';

export interface OntologyWarning {
  /** Identifier for programs; the message is for people. */
  readonly code: string;
  readonly message: string;
  /** Position in the ontology document, 1-based, if there is one. */
  readonly line?: number;
  readonly column?: number;
  /** Name of an additional or imported document. */
  readonly document?: string;
  /** Number of warnings of this kind; absent for one. The position is that of the first. */
  readonly count?: number;
  /** First warnings of the kind, if there are several; those with one text and place are one. */
  readonly examples?: readonly WarningExample[];
}

interface WarningExample extends Pick<OntologyWarning, 'line' | 'column' | 'document'> {
  /** Axiom, term or message. */
  readonly text: string;
}

/** Warning with the parts from which the message of a merged warning is composed. */
export interface ProfileWarning extends OntologyWarning {
  /** Axiom, or term. */
  readonly axiom: string;
  /** Broken rule, the same for all warnings of one kind. */
  readonly rule: string;
  readonly advice: string;
}

const MAX_EXAMPLES = 10;
/** Maximum examples in the message itself. */
const MAX_NAMED = 3;

/**
 * Merges warnings of one kind: the same code and, if present, the same rule. Kinds keep the order of their first
 * warning.
 */
export function mergeWarnings(warnings: readonly (OntologyWarning | ProfileWarning)[]): OntologyWarning[] {
  const kinds = new Map<string, (OntologyWarning | ProfileWarning)[]>();
  for (const warning of warnings) {
    const key = `${warning.code} ${'rule' in warning ? warning.rule : ''}`;
    const kind = kinds.get(key);
    if (kind) kind.push(warning);
    else kinds.set(key, [warning]);
  }
  return [...kinds.values()].map((kind) => merged(kind));
}

function merged(kind: readonly (OntologyWarning | ProfileWarning)[]): OntologyWarning {
  const first = kind[0]!;
  const { code, message } = first;
  const count = kind.length;
  if (count === 1) return { code, message, ...placeOf(first) };
  // One axiom may break a rule in several places.
  const alike = new Map<string, { example: WarningExample; times: number }>();
  for (const warning of kind) {
    const example = exampleOf(warning);
    const key = JSON.stringify(example);
    const same = alike.get(key);
    if (same) same.times++;
    else alike.set(key, { example, times: 1 });
  }
  const examples = [...alike.values()].slice(0, MAX_EXAMPLES);
  return {
    ...{ code, message: wordingOf(first, count, examples.slice(0, MAX_NAMED)), ...placeOf(first), count },
    examples: examples.map(({ example }) => example),
  };
}

const exampleOf = (warning: OntologyWarning | ProfileWarning): WarningExample => ({
  text: 'axiom' in warning ? warning.axiom : warning.message,
  ...placeOf(warning),
});

function wordingOf(
  first: OntologyWarning | ProfileWarning,
  count: number,
  named: readonly { readonly example: WarningExample; readonly times: number }[],
): string {
  if (!('rule' in first)) return `${first.message} (and ${count - 1} more of this kind)`;
  const texts = named.map(({ example: { text, line, document } }) => {
    const place = line === undefined ? '' : ` (${document === undefined ? '' : `${document} `}line ${line})`;
    return `${text}${place}`;
  });
  const others = named.reduce((left, { times }) => left - times, count);
  const more = others > 0 ? `, and ${others} more` : '';
  return `${count} times: ${first.rule}: ${texts.join(', ')}${more}. Instead: ${first.advice}`;
}

const placeOf = ({ line, column, document }: OntologyWarning): Omit<WarningExample, 'text'> => ({
  ...(line !== undefined && { line }),
  ...(column !== undefined && { column }),
  ...(document !== undefined && { document }),
});

/** Compares warnings by position; those without a position come first. */
export function compareWarnings(a: OntologyWarning, b: OntologyWarning): number {
  return comparePositions(positionOf(a), positionOf(b));
}

const positionOf = ({ line = 0, column = 0, document }: OntologyWarning) => ({
  line,
  column,
  ...(document !== undefined && { document }),
});
