/**
 * DQL: parsers and printers for Dgraph's queries, schema language and mutations. This room does no I/O; every refusal
 * is a DqlSyntaxError. `ast.ts`, `schema/ast.ts` and `mutation/ast.ts` describe the trees.
 *
 *     prepare(text, { variables, used })   text → a document ready for planning: parse, expandFragments, bind, validate
 *     rewriteTypePredicate(text)           graph.type → dgraph.type, everything else unchanged
 *     rewriteRootCounts(text, isUncounted) counts at the root → filters, without a count index
 *     parseSchema(text), printSchema(doc)  schema texts of /alter
 *     parseRdfMutation(body), parseJsonMutation(body), printMutation(request)   bodies of /mutate
 */
export { DqlSyntaxError, type Position } from './errors';

export type {
  AggregateField,
  CountField,
  Directives,
  Document,
  ExpandField,
  FacetSelection,
  Field,
  Filter,
  FunctionArgument,
  FunctionCall,
  GqlVariable,
  ListValue,
  MathExpression,
  OrderKey,
  Pagination,
  Predicate,
  QueryBlock,
  Scalar,
  Selection,
  ShortestPath,
  Span,
} from './ast';
export { tokenize } from './lexer';
export { bind } from './bind';
export { expandFragments } from './fragments';
export { parse, parseCondition } from './parser';
export { print } from './printer';
export { prepare } from './prepare';
export { rewriteTypePredicate } from './rewrite';
export { rewriteRootCounts } from './root-counts';
export { quote, unquote } from './unquote';
export { valueTypes } from './variables';

export type { IndexSpec, PredicateDeclaration, ScalarType, SchemaDocument, TypeDeclaration } from './schema/ast';
export { TOKENIZERS } from './schema/indexes';
export { readAlter, type AlterOperation } from './schema/operation';
export { parseSchema } from './schema/parser';
export { plainPredicate } from './schema/plain';
export { validateSchema } from './schema/validate';
export { printPredicate, printSchema, printSchemaName, printType } from './schema/printer';

export type { Facet, LiteralValue, Mutation, MutationRequest, NodeRef, NQuad, PredicateHint } from './mutation/ast';
export { DATATYPE_OF, intError, literalError } from './mutation/datatypes';
export { beginsWithStatement, parseRdf, parseRdfMutation } from './mutation/rdf';
export { parseJson, parseJsonMutation } from './mutation/json';
export type { FurtherDatatypes } from './mutation/datatypes';
export { refusalOfJson, refusalOfRdf } from './mutation/refusal';
export { isEmptyMutation, joinMutations, predicatesOf, printAhead } from './mutation/printed';
export { printMutation, printMutationBytes, printNQuad, printStatements } from './mutation/printer';
export { nodeKey, predicateHints } from './mutation/hints';
export { nodeRef, predicateError, STAR, withNodes } from './mutation/terms';
export { geometryFault } from './mutation/geo';
export { normalizeTime } from './mutation/time';
export { mutationVariables } from './mutation/variables';
