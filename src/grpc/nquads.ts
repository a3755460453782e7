/** Typed statements (`set` and `del` of a mutation) → statements of the mutation language. */
import { nodeRef, STAR, type Facet, type LiteralValue, type NQuad } from '../dql';
import { OwlgateError } from '../errors';
import { readBigFloat, readFloat, readGeometry, readInteger, readTime, readVector } from './binary-values';
import { Facet_ValType, type Facet as FacetMessage, type NQuad as Message, type Value } from './protocol/dgraph_pb';

/** Word for `*`: every value, or every predicate. */
const ALL = '_STAR_ALL';

/** @throws OwlgateError InvalidRequest */
export function readNQuad(message: Message): NQuad {
  const { subject, predicate, objectId, objectValue, lang, facets } = message;
  try {
    const object = objectId === '' ? valueOf(objectValue) : objectOf(objectId);
    return {
      subject: nodeOf(subject),
      predicate: predicate === ALL ? '*' : predicate,
      object,
      ...(lang !== '' && { lang }),
      ...(facets.length > 0 && { facets: facets.map(facetOf) }),
    };
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    const place = `<${subject.slice(0, 80)}> <${predicate.slice(0, 80)}>`;
    throw new OwlgateError(
      'InvalidRequest',
      { reason: `the statement ${place}: ${error.message}` },
      {},
      { cause: error },
    );
  }
}

function objectOf(name: string): NQuad['object'] {
  if (name === ALL) return STAR;
  const variable = /^val\((.*)\)$/.exec(name)?.[1];
  return variable === undefined ? nodeOf(name) : { kind: 'valVar', variable };
}

function nodeOf(name: string) {
  const node = nodeRef(name);
  if (typeof node === 'string') throw new RangeError(node);
  return node;
}

const literal = (type: LiteralValue['type'], value: string): LiteralValue => ({ kind: 'literal', type, value });

function valueOf(value: Value | undefined): NQuad['object'] {
  const val = value?.val;
  switch (val?.case) {
    case undefined:
      throw new RangeError('it has no object');
    case 'defaultVal':
      return val.value === ALL ? STAR : literal('default', val.value);
    case 'strVal':
      return val.value === ALL ? STAR : literal('string', val.value);
    case 'bytesVal':
      return literal('binary', Buffer.from(val.value).toString('base64'));
    case 'intVal':
      return literal('int', String(val.value));
    case 'boolVal':
      return literal('bool', String(val.value));
    case 'doubleVal':
      return literal('float', String(val.value));
    case 'geoVal':
      return literal('geo', readGeometry(val.value));
    case 'dateVal':
    case 'datetimeVal':
      return literal('datetime', readTime(val.value));
    case 'passwordVal':
      return literal('password', val.value);
    case 'uidVal':
      return nodeOf(`0x${val.value.toString(16)}`);
    case 'bigfloatVal':
      return literal('bigfloat', readBigFloat(val.value));
    case 'vfloat32Val':
      return literal('float32vector', readVector(val.value));
  }
}

function facetOf({ key, value, valType }: FacetMessage): Facet {
  switch (valType) {
    case Facet_ValType.INT:
      return { key, type: 'int', value: readInteger(value) };
    case Facet_ValType.FLOAT:
      return { key, type: 'float', value: readFloat(value) };
    case Facet_ValType.BOOL:
      return { key, type: 'bool', value: String(value[0] === 1) };
    case Facet_ValType.DATETIME:
      return { key, type: 'datetime', value: readTime(value) };
    default:
      return { key, type: 'string', value: Buffer.from(value).toString() };
  }
}
