/** Trees with guide lines, as the program `tree` prints them. */
import type { Terminal } from './terminal';
import { wrap } from './text';

export interface Branch {
  /** Text with line breaks and styles. */
  readonly text: string;
  readonly children?: readonly Branch[];
}

const MIN_TEXT_WIDTH = 20;

/**
 * Prints trees. Without recursion, so that any depth is possible.
 *
 * @returns lines, each with a line break
 */
export function tree(roots: readonly Branch[], { width, style }: Terminal): string {
  const lines: string[] = [];
  const open = roots.map((branch) => ({ branch, first: '', rest: '' })).reverse();
  while (open.length > 0) {
    const { branch, first, rest } = open.pop()!;
    const children = branch.children ?? [];
    const room = width === undefined ? undefined : Math.max(MIN_TEXT_WIDTH, width - rest.length);
    const below = children.length > 0 ? '│ ' : '';
    wrap(branch.text, room && room - below.length).forEach((line, i) =>
      lines.push(
        `${style.dim(i === 0 ? first : (rest + below).trimEnd().padEnd((rest + below).length))}${line}`.trimEnd(),
      ),
    );
    for (let i = children.length - 1; i >= 0; i--) {
      const isLast = i === children.length - 1;
      open.push({
        branch: children[i]!,
        first: `${rest}${isLast ? '└─ ' : '├─ '}`,
        rest: `${rest}${isLast ? '   ' : '│  '}`,
      });
    }
  }
  return lines.map((line) => `${line}\n`).join('');
}
