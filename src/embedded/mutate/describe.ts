/** Statements in error messages, in the notation of Go's protocol buffers, as in Dgraph. */
import type { NodeRef } from '../../dql';
import { convert, type Value } from '../values';
import type { Edge, Quad } from './quad';

const STAR = '_STAR_ALL';

const quoted = (text: string): string => JSON.stringify(text);

/** Formats a node as RDF does. */
export function nodeName(node: NodeRef): string {
  switch (node.kind) {
    case 'uid':
      return node.uid;
    case 'blank':
      return `_:${node.label}`;
    case 'iri':
      return node.iri;
    case 'uidVar':
      return `uid(${node.variable})`;
  }
}

/** `subject:"_:a" predicate:"name" object_value:{default_val:"A"}`. */
export function describeQuad({ subject, predicate, object, lang }: Quad): string {
  const parts = [`subject:${quoted(nodeName(subject))}`, `predicate:${quoted(predicate === '*' ? STAR : predicate)}`];
  switch (object.kind) {
    case 'star':
      parts.push(`object_value:{default_val:${quoted(STAR)}}`);
      break;
    case 'value':
      parts.push(`object_value:{${fieldOf(object.value)}:${literal(object.value)}}`);
      break;
    case 'valVar':
      parts.push(`object_id:${quoted(`val(${object.variable})`)}`);
      break;
    default:
      parts.push(`object_id:${quoted(nodeName(object))}`);
  }
  if (lang !== '') parts.push(`lang:${quoted(lang)}`);
  return parts.join(' ');
}

function fieldOf({ type }: Value): string {
  switch (type) {
    case 'string':
      return 'str_val';
    case 'float':
      return 'double_val';
    case 'float32vector':
      return 'vfloat32_val';
    case 'binary':
      return 'bytes_val';
    default:
      return `${type}_val`;
  }
}

function literal(value: Value): string {
  return value.type === 'int' || value.type === 'float' || value.type === 'bool'
    ? String(value.value)
    : quoted(textOf(value));
}

/** Formats a value as Go prints it. */
export function textOf(value: Value): string {
  if (typeof value.value === 'string') return value.value;
  return value.type === 'float32vector' ? value.value.join(',') : (convert(value, 'string').value as string);
}

/** `entity:1 attr:"0-name" value:"A"`; the number before a predicate is its namespace, always 0 here. */
export function describeEdge({ subject, predicate, remove, object, lang }: Edge): string {
  const parts = [`entity:${subject}`, `attr:${quoted(`0-${predicate}`)}`];
  if (object.kind === 'value') {
    parts.push(`value:${quoted(textOf(object.value))}`);
    if (object.value.type !== 'default') parts.push(`value_type:${object.value.type.toUpperCase()}`);
  } else if (object.kind === 'uid') parts.push('value_type:UID', `value_id:${object.uid}`);
  else parts.push(`value:${quoted(STAR)}`);
  if (lang !== '') parts.push(`lang:${quoted(lang)}`);
  if (remove) parts.push('op:DEL');
  return parts.join(' ');
}
