/**
 * Parser from tokens to a document. The stages of the grammar are in `parser/`, one file each, with the production
 * above each function.
 *
 * The grammar is what Dgraph v25.4 accepts with a meaning. Slips that Dgraph accepts and ignores (a stray colon in a
 * selection) are refused here with an error.
 */
import type {
  Document,
  Filter,
  FragmentDefinition,
  Operation,
  QueryBlock,
  SchemaBlock,
  VariableDefinition,
} from './ast';
import { tokenize } from './lexer';
import { readBlock } from './parser/block';
import { readFilter } from './parser/filter';
import type { OperationHead } from './parser/operation';
import { readFragment, readOperation } from './parser/operation';
import { readSchemaBlock } from './parser/schemaBlock';
import { node, spanOf, TokenStream } from './parser/stream';

/**
 * Parses a DQL query: any number of blocks and fragments, or one schema block. Names are not resolved: see `bind`,
 * `expandFragments` and `validate`.
 *
 * @returns a frozen tree
 * @throws DqlSyntaxError with Dgraph's words for the mistake, and its position
 */
export function parse(text: string): Document {
  return new DocumentReader(new TokenStream(tokenize(text))).read();
}

/**
 * Parses the condition of an upsert's mutation: `@if(eq(len(v), 0) AND …)`, or the equivalent `@filter(…)`.
 *
 * @returns the filter on the mutation's variables; undefined for `@if()`
 * @throws DqlSyntaxError, also for text after the condition
 */
export function parseCondition(text: string): Filter | undefined {
  const t = new TokenStream(tokenize(text, { inside: true }));
  const at = t.accept('@');
  const word = at && t.accept('Name')?.text.toLowerCase();
  if ((word !== 'if' && word !== 'filter') || t.peek().kind !== '(') {
    t.fail('invalid cond value: must start with @if( or @filter(');
  }
  const filter = readFilter(t);
  t.expect('EOF', 'invalid cond value: unexpected content after condition');
  return filter;
}

class DocumentReader {
  private readonly blocks: (QueryBlock | SchemaBlock)[] = [];
  private readonly fragments: FragmentDefinition[] = [];
  private readonly variables: VariableDefinition[] = [];
  private operation: Operation | undefined;

  constructor(private readonly t: TokenStream) {}

  /** Document : (Operation? `{` (QueryBlock `,`*)+ `}` | Fragment | SchemaBlock)* */
  read(): Document {
    const { t } = this;
    const first = t.peek();
    while (t.peek().kind !== 'EOF') this.readPart();
    return node<Document>({
      kind: 'Document',
      operation: this.operation,
      blocks: Object.freeze(this.blocks),
      fragments: Object.freeze(this.fragments),
      span: t.spanFrom(first),
    });
  }

  private readPart(): void {
    const { t } = this;
    const token = t.peek();
    switch (token.kind === 'Name' ? token.text : token.kind) {
      case 'fragment':
        this.fragments.push(readFragment(t));
        return;
      case 'schema':
        if (this.blocks.some((b) => b.kind === 'SchemaBlock')) t.fail('Only one schema block allowed ');
        if (this.blocks.length > 0) t.fail('Schema block is not allowed with query block');
        this.blocks.push(readSchemaBlock(t));
        return;
      case 'query': {
        const head = readOperation(t);
        this.addOperation(head, spanOf(token));
        this.readBlocks();
        return;
      }
      default:
        this.readBlocks();
    }
  }

  private addOperation(head: OperationHead, span: Operation['span']): void {
    this.variables.push(...head.variables);
    this.operation = node<Operation>({
      kind: 'Operation',
      name: this.operation?.name ?? head.name,
      variables: Object.freeze([...this.variables]),
      span: this.operation?.span ?? { ...span, end: this.t.peek(-1).end },
    });
  }

  private readBlocks(): void {
    const { t } = this;
    t.expect('{', 'Expected an operation or {. Got: %');
    if (this.blocks.some((b) => b.kind === 'SchemaBlock')) t.fail('Schema block is not allowed with query block');
    do {
      this.blocks.push(readBlock(t));
      while (t.accept(','));
    } while (!t.accept('}'));
  }
}
