/**
 * The tour of a document: its `sh` blocks, each with the `json` block that stands under it as the answer.
 *
 * In a shown answer `"…"` stands for any value, `0x…` within a string for any uid, and a property named `…` for properties
 * that are not shown. Everything else has to be as shown.
 */

export interface Step {
  readonly line: number;
  readonly command: string;
  /** One for each document in the block; several commands give several. */
  readonly answers: readonly unknown[];
}

const FENCE = /^```(\w*)$/;

/** Every `sh` block that is followed by a `json` block before the next one. */
export function readTour(markdown: string): Step[] {
  const steps: Step[] = [];
  let open: { language: string; line: number; lines: string[] } | undefined;
  let command: { text: string; line: number } | undefined;
  for (const [i, text] of markdown.split('\n').entries()) {
    const fence = FENCE.exec(text);
    if (!fence) {
      open?.lines.push(text);
      continue;
    }
    if (!open) {
      open = { language: fence[1]!, line: i + 1, lines: [] };
      continue;
    }
    const body = open.lines.join('\n');
    if (open.language === 'sh') command = { text: body, line: open.line };
    else if (open.language === 'json' && command) {
      steps.push({ line: command.line, command: command.text, answers: readDocuments(body) });
      command = undefined;
    }
    open = undefined;
  }
  return steps;
}

/** JSON documents one after another. */
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

/** Where an answer is not as shown, or undefined: `data.q[0].name: "Rex" is shown, "Tom" came`. */
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
  const found = came as Record<string, unknown>;
  const extra = Object.keys(found).filter((key) => !(key in properties));
  if (more === undefined && extra.length > 0) return `${at}: ${extra.join(', ')} came and is not shown`;
  return first(Object.entries(properties).map(([key, value]) => difference(value, found[key], `${at}.${key}`)));
}

const first = (problems: readonly (string | undefined)[]): string | undefined =>
  problems.find((problem) => problem !== undefined);

const escaped = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
const matches = (shown: string, came: string): boolean =>
  new RegExp(`^${shown.split('0x…').map(escaped).join('0x[0-9a-f]+')}$`, 's').test(came);
