/** Report of an import as text. */
import type { ImportSummary } from '../../import';
import { counted } from '../terminal/text';

/** Maximum refused nodes and unknown terms in the text output; `--json` has more. */
const MAX_LISTED = 20;

/** Maximum characters of a term. */
const MAX_TERM = 200;

const count = (n: number): string => n.toLocaleString('en');

/** Says what was refused, which terms are unknown, and the warnings. */
export function sayReport(
  { refusals, refusedNodes, unknown, warnings }: ImportSummary,
  say: (text: string) => void,
): void {
  for (const { source, line, reasons } of refusals.slice(0, MAX_LISTED))
    say(`${source}:${line}: ${reasons.join('; ')}`);
  if (refusedNodes > MAX_LISTED) say(`and ${count(refusedNodes - MAX_LISTED)} more nodes`);
  const list = (kind: string, terms: Readonly<Record<string, number>>, line: (term: string) => string): void => {
    const entries = Object.entries(terms);
    for (const [term, statements] of entries.slice(0, MAX_LISTED)) {
      say(line(`<${term.slice(0, MAX_TERM)}> (${counted(statements, 'statement')})`));
    }
    if (entries.length > MAX_LISTED) say(`and ${count(entries.length - MAX_LISTED)} more ${kind}`);
  };
  list('classes', unknown.classes, (term) => `the ontology has no class ${term}: nothing follows from it`);
  list('properties', unknown.properties, (term) => `the ontology has no property ${term}: nothing follows from it`);
  list('datatypes', unknown.datatypes ?? {}, (term) => `values of ${term} become texts: no range keeps the datatype`);
  list('properties', unknown.rounded ?? {}, (term) => `decimals of ${term} are rounded to 15 to 17 digits`);
  for (const warning of warnings) say(warning);
}

export function summaryText(summary: ImportSummary): string {
  const { stated, inferred, refused, resumed, seconds, dryRun, state, id } = summary;
  const parts = [
    `${counted(stated, 'fact')} ${dryRun ? 'read' : 'stated'}`,
    `${count(inferred)} inferred`,
    // An import that stops at a refusal counts none: its statements are read again by the next run.
    `${state === 'stopped' ? '' : `${count(refused)} refused, `}in ${seconds.toFixed(1)} s`,
  ];
  if (resumed > 0) parts.push(`${count(resumed)} of them by earlier runs`);
  if (dryRun) parts.push('nothing was written');
  if (state === 'stopped') parts.push('stopped at the first refusal; --on-contradiction skip goes on');
  if (state === 'interrupted') parts.push(`interrupted; the same command continues (${id})`);
  return parts.join('; ');
}
