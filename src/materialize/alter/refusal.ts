/** Refusal of a change with losses, with advice on how to reach the intended change. */
import { OwlgateError } from '../../errors';
import type { Loss } from './losses';

/** Maximum losses in the message; `extensions.changes` has more. */
const IN_MESSAGE = 3;
const IN_DETAILS = 1_000;

/** @param losses at least one */
export function schemaInUse(losses: readonly Loss[], version: number): OwlgateError {
  const some = losses.slice(0, IN_MESSAGE).map(clause);
  const more = losses.length - some.length;
  const changes = some.join('; ') + (more > 0 ? `; and ${more} more` : '');
  const details = losses.slice(0, IN_DETAILS).map(({ kind, name, changes: would, needed, span }) => ({
    kind,
    name,
    would,
    needed,
    ...(span && { line: span.line, column: span.column }),
  }));
  return new OwlgateError('SchemaInUse', { changes, version, advice: adviceFor(losses[0]!) }, { changes: details });
}

function clause({ kind, name, changes, span }: Loss): string {
  const place = span ? `line ${span.line}, column ${span.column}: ` : '';
  return `${place}the ${kind} "${name}" would ${changes.join(', ')}`;
}

function adviceFor({ kind, changes, needed }: Loss): string {
  const isDrop = changes.includes('be dropped');
  if (kind === 'type') {
    return isDrop
      ? 'To remove it, load an ontology without that class first'
      : 'Send the type with these fields, or load an ontology without them first';
  }
  if (!isDrop) return `Declare at least "${needed}", or load an ontology with another declaration first`;
  return (
    'To remove only its values, delete them with a mutation; {"drop_op":"DATA"} deletes all data. ' +
    'To remove the predicate, load an ontology without it first'
  );
}
