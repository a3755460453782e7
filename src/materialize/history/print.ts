/** Differences and versions as text: lines in the manner of `diff`, and a changelog in Markdown. */
import type { VersionChanges } from '../in-force/version-history';
import type { OutlineDifference } from './difference';
import type { PlacedAxiom } from './outline';
import type { VersionEntry } from './types';

/** Prints a line for each change; the first character is +, - or ~. */
export function differenceLines({ axioms, classes, properties, predicates, types }: OutlineDifference): string[] {
  const { added, removed, addedCount, removedCount } = axioms;
  const names = (sign: string, kind: string, list: readonly string[]) => list.map((name) => `${sign} ${kind} ${name}`);
  const more = (sign: string, count: number): string[] => (count > 0 ? [`${sign} … ${count} more axioms`] : []);
  return [
    ...removed.map((each) => `- ${placed(each)}`),
    ...more('-', removedCount - removed.length),
    ...added.map((each) => `+ ${placed(each)}`),
    ...more('+', addedCount - added.length),
    ...names('-', 'class', classes.removed),
    ...names('+', 'class', classes.added),
    ...names('-', 'property', properties.removed),
    ...names('+', 'property', properties.added),
    ...names('-', 'predicate', predicates.removed),
    ...names('+', 'predicate', predicates.added),
    ...predicates.changed.map(({ before, after }) => `~ predicate ${before} → ${after}`),
    ...names('-', 'type', types.removed),
    ...names('+', 'type', types.added),
    ...types.changed.map(({ name, addedFields, removedFields }) => {
      const fields = [...addedFields.map((field) => `+${field}`), ...removedFields.map((field) => `-${field}`)];
      return `~ type ${name}: ${fields.join(', ')}`;
    }),
  ].map(visible);
}

const placed = ({ axiom, line, column, document }: PlacedAxiom): string =>
  `${axiom}  ${document === undefined ? '' : `${document}:`}${line}:${column}`;

/** Makes characters visible that would change lines or the direction of the text. */
const visible = (text: string): string =>
  text.replace(
    // oxlint-disable-next-line no-control-regex -- it is about these
    /[\u0000-\u001f\u007f-\u009f\u200e\u200f\u2028-\u202e\u2066-\u2069]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );

/** Maximum lines of one version in a changelog. */
const MAX_LINES = 200;

/** Prints versions with their differences as Markdown, in the given order. */
export function changelog(
  versions: readonly { readonly entry: VersionEntry; readonly diff: OutlineDifference }[],
): string {
  const sections = versions.map(({ entry, diff }) => {
    const { version, loadedAt, by, from = [], message, changes, inForce } = entry;
    const lines = differenceLines(diff);
    const shown =
      lines.length > MAX_LINES ? [...lines.slice(0, MAX_LINES), `… ${lines.length - MAX_LINES} more`] : lines;
    const origin = [by, from.length > 0 ? `from ${from.join(', ')}` : undefined].filter((each) => each !== undefined);
    return [
      `## Version ${version} (${loadedAt.slice(0, 10)})${inForce ? ', in force' : ''}`,
      ...(message === undefined ? [] : [quote(message)]),
      ...(origin.length === 0 ? [] : [`${origin.map(plain).join(', ')}.`]),
      ...(changes ? [`${changesText(changes)}.`] : []),
      ...(shown.length === 0 ? [] : [`${FENCE}diff\n${shown.join('\n').replaceAll(FENCE, "'''")}\n${FENCE}`]),
    ].join('\n\n');
  });
  return `# Changelog\n\n${sections.join('\n\n')}\n`;
}

const FENCE = '```';

/** Text of Markdown without markup. */
const plain = (text: string): string => text.replace(/[\\`*_{}[\]()#+!|<>~&]/g, (character) => `\\${character}`);

const quote = (message: string): string =>
  message
    .split('\n')
    .map((line) => `> ${plain(line)}`)
    .join('\n');

/** Prints counts: `2 axioms added, 1 removed; 1 class added`. */
export function changesText(changes: VersionChanges): string {
  const { axiomsAdded, axiomsRemoved, classesAdded, classesRemoved, propertiesAdded, propertiesRemoved } = changes;
  const part = (one: string, many: string, added: number, removed: number): string[] => {
    if (added + removed === 0) return [];
    const counted = (count: number): string => `${count} ${count === 1 ? one : many}`;
    if (added === 0) return [`${counted(removed)} removed`];
    return [`${counted(added)} added${removed === 0 ? '' : `, ${removed} removed`}`];
  };
  const parts = [
    ...part('axiom', 'axioms', axiomsAdded, axiomsRemoved),
    ...part('class', 'classes', classesAdded, classesRemoved),
    ...part('property', 'properties', propertiesAdded, propertiesRemoved),
  ];
  return parts.length === 0 ? 'nothing changed' : parts.join('; ');
}
