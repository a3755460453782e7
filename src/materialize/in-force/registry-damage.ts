/** Damage of the registry: the record, the reason, and the remedy. */
import { OwlgateError } from '../../errors';

/** Remedy of a damage. */
type Remedy = 'repair' | 'sign' | 'key' | 'update' | 'restart';

export interface Damage {
  /** Damaged record: `the head`, `version 3`. */
  readonly record: string;
  readonly reason: string;
  readonly remedy: Remedy;
}

export const GRAPHQL_RECORD = 'the GraphQL extension';

const REMEDIES: Readonly<Record<Remedy, string>> = {
  repair: 'owlgate ontology repair shows the registry and repairs it',
  sign: 'owlgate ontology repair shows the stored versions; --sign adopts them',
  key: 'set OWLGATE_REGISTRY_KEY to the key of the gateways that wrote it',
  restart: 'if a backup was restored, restart the gateway; otherwise restart it and load the ontology again',
  update: 'run the version of owlgate that wrote it, or owlgate ontology repair',
};

export const damage = (record: string, reason: string, remedy: Remedy = 'repair'): Damage => ({
  record,
  reason,
  remedy,
});

/**
 * Returns the refusal of a damaged registry. It names the first damage; `extensions.damages` lists the first ten.
 *
 * @param damages at least one
 */
export function damagedError(damages: readonly Damage[]): OwlgateError {
  const [{ record, reason, remedy }] = damages as readonly [Damage];
  const more = damages.length > 1 ? ` (and ${damages.length - 1} more)` : '';
  const listed = damages.slice(0, MAX_LISTED).map((each) => ({ what: each.record, reason: each.reason }));
  return new OwlgateError(
    'OntologyDamaged',
    { what: record, reason: `${reason}${more}`, remedy: REMEDIES[remedy] },
    { damages: listed },
  );
}

const MAX_LISTED = 10;

/** Quotes and truncates text from the registry for a message, without control characters. */
export const quoted = (text: string): string =>
  JSON.stringify(text.length > MAX_QUOTED ? `${text.slice(0, MAX_QUOTED)}…` : text).replace(
    /[\u007f-\u009f\u200e\u200f\u2028-\u202e\u2066-\u2069]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );

const MAX_QUOTED = 60;
