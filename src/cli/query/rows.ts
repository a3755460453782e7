/** Text of an answer's `data`: tables for flat nodes, trees for others. */
import { printLossless } from '../../util/json';
import { fits, table } from '../terminal/table';
import type { Terminal } from '../terminal/terminal';
import { clean, cleanLine, counted } from '../terminal/text';
import { tree, type Branch } from '../terminal/tree';

type Node = Readonly<Record<string, unknown>>;

interface Options {
  readonly terminal: Terminal;
  readonly isTree: boolean;
}

/** Maximum depth of a tree; deeper nodes are printed as JSON. */
const MAX_LEVELS = 500;

/**
 * @param data object with one list of nodes per block of the query
 * @returns lines, each with a line break
 */
export function answerText(data: unknown, options: Options): string {
  if (!isNode(data)) return `${valueText(data)}\n`;
  const blocks = Object.entries(data).filter(([name]) => name !== 'extensions');
  if (blocks.length === 0) return 'no data\n';
  return blocks.map(([name, value]) => blockText(name, value, options)).join('\n');
}

function blockText(name: string, value: unknown, { terminal, isTree }: Options): string {
  const { style } = terminal;
  const title = style.cyan(style.bold(cleanLine(name)));
  if (!isList(value) && !isNode(value)) return `${title}  ${valueText(value)}\n`;
  const nodes = isList(value) ? value : [value];
  const count = isList(value) ? `  ${style.dim(counted(nodes.length, 'row'))}` : '';
  if (nodes.length === 0) return `${title}  ${style.dim('no rows')}\n`;
  const columns = isTree ? undefined : columnsOf(nodes);
  if (columns && fits(columns.length, terminal)) {
    const rows = (nodes as readonly Node[]).map((node) => columns.map((column) => cellText(node[column])));
    return `${title}${count}\n${table(columns.map(cleanLine), rows, terminal)}`;
  }
  return tree([{ text: title + count, children: nodes.map((node) => nodeBranch(node, terminal, 0)) }], terminal);
}

/** Returns undefined if a node has nested nodes. */
function columnsOf(nodes: readonly unknown[]): readonly string[] | undefined {
  const columns = new Set<string>();
  for (const node of nodes) {
    if (!isNode(node)) return undefined;
    for (const [name, value] of Object.entries(node)) {
      if (!isFlat(value)) return undefined;
      columns.add(name);
    }
  }
  return [...columns];
}

const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null && !Array.isArray(value);
const isList = (value: unknown): value is readonly unknown[] => Array.isArray(value);
const isScalar = (value: unknown): boolean => typeof value !== 'object' || value === null;
const isFlat = (value: unknown): boolean =>
  isScalar(value) || (isList(value) && value.every(isScalar)) || isPoint(value);

/** True for GeoJSON, which is a value. */
const isPoint = (value: unknown): boolean => isNode(value) && 'type' in value && 'coordinates' in value;

function nodeBranch(node: unknown, terminal: Terminal, level: number): Branch {
  if (!isNode(node) || level >= MAX_LEVELS) return { text: valueText(node) };
  const { style } = terminal;
  const entries = Object.entries(node);
  const flat = entries.filter(([, value]) => isFlat(value));
  const deep = entries.filter(([, value]) => !isFlat(value));
  const lines = flat.map(([name, value]) => `${style.dim(`${cleanLine(name)}:`)} ${cellText(value)}`);
  return {
    text: lines.length === 0 ? style.dim('·') : lines.join('\n'),
    children: deep.map(([name, value]) => ({
      text: style.cyan(cleanLine(name)),
      children: (isList(value) ? value : [value]).map((each) => nodeBranch(each, terminal, level + 1)),
    })),
  };
}

const cellText = (value: unknown): string => (isList(value) ? value.map(valueText).join(', ') : valueText(value));

function valueText(value: unknown): string {
  if (value === undefined) return '';
  return clean(typeof value === 'string' ? value : printLossless(value));
}
