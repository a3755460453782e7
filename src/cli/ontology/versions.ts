/** Versions of the ontology, as the gateway lists them, and their text. */
import { UsageError } from '../command';
import type { Terminal } from '../terminal/terminal';
import { clean, cleanLine, counted } from '../terminal/text';

export interface Version {
  readonly version: number;
  readonly inForce: boolean;
  readonly loadedAt: string;
  readonly by?: string;
  readonly from?: readonly string[];
  readonly message?: string;
  readonly changes?: Readonly<Record<string, number>>;
}

export interface VersionsPage {
  readonly versions: readonly Version[];
  readonly next?: number;
}

/** Returns true for an operand that is the number of a version; `./3` is a file of that name. */
export const isVersion = (operand: string): boolean => /^[1-9]\d{0,9}$/.test(operand);

/** @throws UsageError */
export function requireVersion(operand: string | undefined): string {
  if (operand !== undefined && isVersion(operand)) return operand;
  throw new UsageError(`${operand ?? 'nothing'}: the number of a version is expected; owlgate ontology log lists them`);
}

export function versionText(entry: Version, { style }: Terminal): string {
  const { version, inForce, loadedAt, by, from = [], message, changes } = entry;
  return [
    `${style.yellow(`version ${version}`)}${inForce ? style.green(' (in force)') : ''}\n`,
    ...(by === undefined ? [] : [`By:      ${cleanLine(by)}\n`]),
    `Date:    ${cleanLine(loadedAt)}\n`,
    ...(from.length === 0 ? [] : [`From:    ${from.map(cleanLine).join(', ')}\n`]),
    ...(changes === undefined ? [] : [`Changes: ${changesText(changes)}\n`]),
    ...(message === undefined
      ? []
      : [
          '\n',
          ...clean(message)
            .split('\n')
            .map((line) => `    ${line}\n`),
        ]),
  ].join('');
}

function changesText(changes: Readonly<Record<string, number>>): string {
  const kinds = [
    ['axioms', 'axiom', 'axioms'],
    ['classes', 'class', 'classes'],
    ['properties', 'property', 'properties'],
  ] as const;
  const parts = kinds.flatMap(([kind, one, many]) => {
    const [added = 0, removed = 0] = [changes[`${kind}Added`], changes[`${kind}Removed`]];
    return [
      ...(added > 0 ? [`+${counted(added, one, many)}`] : []),
      ...(removed > 0 ? [`-${counted(removed, one, many)}`] : []),
    ];
  });
  return parts.length === 0 ? 'none' : parts.join(', ');
}
