/** The room's public surface: DQL queries. Types of the trees are in `ast.ts`. */
export { DqlSyntaxError } from './errors';
export { tokenize } from './lexer';
export { parse } from './parser';
export { MATH_FUNCTIONS, MATH_PRECEDENCE } from './parser/math';
