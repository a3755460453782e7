/** Dgraph's messages for answers that contradict the schema. */
import { typeText, type Selection } from '../request/selection';

const MISMATCH =
  'This indicates an internal error - probably a mismatch between the GraphQL and Dgraph/remote schemas. ' +
  ('The value was resolved as null (which may trigger GraphQL error propagation) and as much other data as ' +
    'possible returned.');

export const EXPECTED_SCALAR = `An object type was returned, but GraphQL was expecting a scalar. ${MISMATCH}`;
export const EXPECTED_ONE = `A list was returned, but GraphQL was expecting just one item. ${MISMATCH}`;
export const EXPECTED_LIST = `An item was returned, but GraphQL was expecting a list of items. ${MISMATCH}`;

export const missing = ({ name, type }: Selection): string =>
  `Non-nullable field '${name}' (type ${typeText(type)}) was not present in result from Dgraph.  ` +
  'GraphQL error propagation triggered.';

export const notOfType = (value: unknown, { name, type }: Selection): string =>
  `Error coercing value '${typeof value === 'string' ? JSON.stringify(value) : String(value)}' for field ` +
  `'${name}' to type ${type.name}.`;
