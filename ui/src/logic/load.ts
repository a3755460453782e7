/** Reports about a document, as the gateway gives them for validations, loads and refusals. */
import type { ApiError } from '../api/error';
import type { Fact, OntologyDifference, OntologyReport } from '../api/schema';

/** Something to say about a place of a document. */
export interface Remark {
  readonly message: string;
  readonly line?: number;
  readonly column?: number;
  readonly document?: string;
  readonly advice?: string;
  readonly severity: 'error' | 'warning';
}

/** Effect of a load on the stored data. */
export interface Effect {
  readonly nodes: number;
  readonly inferred: number;
  readonly retracted: number;
  readonly violationCount: number;
  readonly violations: readonly { readonly message: string }[];
  readonly examples?: { readonly inferred: readonly Fact[]; readonly retracted: readonly Fact[] };
  readonly exact?: boolean;
  readonly reason?: string;
}

/** Validations compare with the schema of the engine as well. */
export interface Difference extends Partial<OntologyDifference> {
  readonly conflicts?: readonly { readonly name: string; readonly reason: string }[];
}

export const effectOf = (report: OntologyReport): Effect | undefined => report.materialization;
export const differenceOf = (report: OntologyReport): Difference => report.diff ?? {};

type Fields = Readonly<Record<string, unknown>>;

export const remarksOf = ({ warnings }: OntologyReport): Remark[] =>
  warnings.flatMap((warning): Remark[] => {
    const { examples = [] } = warning;
    if (warning.line !== undefined || examples.length === 0) return [{ ...place(warning), severity: 'warning' }];
    // One warning of many places.
    return [
      { message: warning.message, severity: 'warning' },
      ...examples.map((each): Remark => ({ ...place(each), severity: 'warning' })),
    ];
  });

/** Reasons of a refusal: each violation of the profile, or the place of a syntax error. */
export function refusalsOf({ message, details }: ApiError): Remark[] {
  const lists = ['violations', 'conflicts', 'contradictions', 'imports'].map((name) => details[name]);
  const entries = lists.filter(Array.isArray).flat() as Fields[];
  const remarks = entries
    .filter((each) => typeof each === 'object')
    .map((each): Remark => ({ ...place(each), severity: 'error' }));
  return remarks.length > 0 ? remarks : [{ ...place({ ...details, message }), severity: 'error' }];
}

function place(fields: Fields): Omit<Remark, 'severity'> {
  const { line, column, document, advice } = fields;
  const texts = [fields['axiom'], fields['message'] ?? fields['text'] ?? fields['rule'] ?? fields['reason']];
  return {
    message: texts.filter((each) => typeof each === 'string').join(': ') || JSON.stringify(fields),
    ...(typeof line === 'number' && { line }),
    ...(typeof column === 'number' && { column }),
    ...(typeof document === 'string' && { document }),
    ...(typeof advice === 'string' && { advice }),
  };
}
