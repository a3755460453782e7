/** `schema(pred: [a, b]) { type index }`: query of the schema. */
import type { SchemaBlock } from '../ast';
import { wordText } from './names';
import type { TokenStream } from './stream';
import { node } from './stream';

/**
 * SchemaBlock : `schema` (`(` Key `:` (Name | `[` (Name `,`?)* `]`) `)`)? `{` Name* `}`
 *
 * The key `type` asks for types; any other word, not only `pred`, asks for predicates.
 */
export function readSchemaBlock(t: TokenStream): SchemaBlock {
  const first = t.next();
  let predicates: readonly string[] = [];
  let types: readonly string[] = [];
  if (t.accept('(')) {
    const key = t.peek();
    if (!t.atWord()) t.fail(`Invalid schema block: expected pred or type. Got: ${key.describe()}`);
    t.next();
    t.expect(':', 'Invalid schema block: expected a colon. Got: %');
    const names = readNames(t);
    if (key.text === 'type') types = names;
    else predicates = names;
    t.expect(')', 'Invalid schema blocks: expected ). Got: %');
  }
  t.expect('{', 'Invalid schema block: expected {. Got: %');
  const fields: string[] = [];
  while (!t.accept('}')) {
    if (!t.atWord()) t.fail(`Invalid schema block. Got: ${t.peek().describe()}`);
    fields.push(wordText(t.next()));
  }
  return node<SchemaBlock>({
    kind: 'SchemaBlock',
    predicates: Object.freeze(predicates),
    types: Object.freeze(types),
    fields: Object.freeze(fields),
    span: t.spanFrom(first),
  });
}

function readNames(t: TokenStream): readonly string[] {
  if (t.atWord()) return [wordText(t.next())];
  t.expect('[', 'Invalid schema block: expected a name or [. Got: %');
  const names: string[] = [];
  while (!t.accept(']')) {
    if (names.length > 0) t.accept(',');
    if (!t.atWord()) t.fail(`Invalid schema block: expected a name. Got: ${t.peek().describe()}`);
    names.push(wordText(t.next()));
  }
  return names;
}
