/**
 * Commands of a document: its `sh` blocks, each with the `json` or `text` block below it as the expected output. Blocks
 * of the language `shell` show commands that are not run.
 *
 * In shown JSON `"…"` stands for any value, `0x…` within a string for any uid, and a property named `…` for properties
 * that are not shown. In shown text uids may differ consistently, `…` within a line stands for any characters, and a
 * line `…` for any lines. All else must be equal.
 */

export interface Step {
  readonly line: number;
  readonly command: string;
  /** JSON documents, one for each in the block, or the lines of a text. Undefined if no output is shown. */
  readonly output: { readonly json: readonly unknown[] } | { readonly text: string } | undefined;
}

const FENCE = /^```(\w*)$/;

/** Returns every `sh` block with the block that directly follows it, if that is of the language `json` or `text`. */
export function readTour(markdown: string): Step[] {
  const steps: Step[] = [];
  let open: { language: string; line: number; lines: string[] } | undefined;
  let isAnswerable = false;
  for (const [i, text] of markdown.split('\n').entries()) {
    const fence = FENCE.exec(text);
    if (!open) {
      if (fence) open = { language: fence[1]!, line: i + 1, lines: [] };
      else if (text !== '') isAnswerable = false;
      continue;
    }
    if (!fence) {
      open.lines.push(text);
      continue;
    }
    const { language, line, lines } = open;
    const body = lines.join('\n');
    open = undefined;
    if (language === 'sh') {
      steps.push({ line, command: body, output: undefined });
      isAnswerable = true;
      continue;
    }
    if (isAnswerable && language === 'json') steps.push({ ...steps.pop()!, output: { json: readDocuments(body) } });
    if (isAnswerable && language === 'text') steps.push({ ...steps.pop()!, output: { text: body } });
    isAnswerable = false;
  }
  return steps;
}

/** Parses consecutive JSON documents. */
export function readDocuments(text: string): unknown[] {
  const documents: unknown[] = [];
  let depth = 0;
  let start = 0;
  let inString = false;
  for (let i = 0; i < text.length; i++) {
    const c = text[i]!;
    if (inString) {
      if (c === '\\') i++;
      else if (c === '"') inString = false;
    } else if (c === '"') inString = true;
    else if (c === '{' || c === '[') depth++;
    else if ((c === '}' || c === ']') && --depth === 0) {
      documents.push(JSON.parse(text.slice(start, i + 1)));
      start = i + 1;
    }
  }
  if (text.slice(start).trim() !== '') documents.push(JSON.parse(text.slice(start)));
  return documents;
}

/**
 * Returns the difference of an answer from the one shown, or undefined: `data.q[0].name: "Rex" is shown, "Tom" came`.
 */
export function difference(shown: unknown, came: unknown, at = 'the answer'): string | undefined {
  const differs = (): string => `${at}: ${JSON.stringify(shown)} is shown, ${JSON.stringify(came)} came`;
  if (shown === '…') return came === undefined ? differs() : undefined;
  if (typeof shown === 'string') return typeof came === 'string' && matches(shown, came) ? undefined : differs();
  if (typeof shown !== 'object' || shown === null) return shown === came ? undefined : differs();
  if (typeof came !== 'object' || came === null || Array.isArray(shown) !== Array.isArray(came)) return differs();
  if (Array.isArray(shown) && Array.isArray(came)) {
    if (shown.length !== came.length) return differs();
    return first(shown.map((item, i) => difference(item, came[i], `${at}[${i}]`)));
  }
  const { '…': more, ...properties } = shown as Record<string, unknown>;
  const members = came as Record<string, unknown>;
  const extra = Object.keys(members).filter((key) => !(key in properties));
  if (more === undefined && extra.length > 0) return `${at}: ${extra.join(', ')} came and is not shown`;
  return first(Object.entries(properties).map(([key, value]) => difference(value, members[key], `${at}.${key}`)));
}

/** Returns true if a shown text occurs in the output of a command; see the head of this file. */
export function isShownText(shown: string, came: string): boolean {
  const lines = unfolded(withNumberedUids(shown)).trimEnd().split('\n');
  const pattern = lines
    .map((line) => (line === '…' ? '(?:.*\\n)*?' : `${line.split('…').map(escaped).join('.*')} *\\n`))
    .join('');
  return new RegExp(`^${pattern}$`).test(`${unfolded(withNumberedUids(came)).trimEnd()}\n`);
}

/** Replaces each uid by its number in the order of first appearance, so that only their equality counts. */
function withNumberedUids(text: string): string {
  const numbers = new Map<string, number>();
  return text.replace(/\b0x[0-9a-f]+\b/g, (uid) => {
    if (!numbers.has(uid)) numbers.set(uid, numbers.size + 1);
    return `uid${numbers.get(uid)!}`;
  });
}

/** Joins lines that `fold -s` broke: each ends with a space. Their breaks depend on the length of uids. */
const unfolded = (text: string): string => text.replace(/ \n(?=\S)/g, ' ');

const first = (problems: readonly (string | undefined)[]): string | undefined =>
  problems.find((problem) => problem !== undefined);

const escaped = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
const matches = (shown: string, came: string): boolean =>
  new RegExp(`^${shown.split('0x…').map(escaped).join('0x[0-9a-f]+')}$`, 's').test(came);
