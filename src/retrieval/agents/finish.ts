/** The tool by which an agent gives its answer, and the answer as it is being written. */
import type { ToolSpecification } from '../model';
import type { Evidence } from './evidence';

export const FINISH = 'finish';

export interface Finish {
  readonly citations: readonly string[];
  readonly answer: string | null;
}

export const finishTool: ToolSpecification = {
  name: FINISH,
  description:
    'Gives the answer and ends. citations: ids of the passages (p1), facts (f1) and query results (q1) that it stands on, ' +
    'as tools have shown them. answer: null where they do not hold it.',
  parameters: {
    type: 'object',
    // The citations come first: an answer is passed on while it is written once it is known to stand on something.
    properties: {
      citations: { type: 'array', items: { type: 'string' }, maxItems: 50 },
      answer: { type: ['string', 'null'] },
    },
    required: ['citations', 'answer'],
  },
};

const UNKNOWN = /^\W*(?:null|none|unknown|not known|n\/a|i (?:do not|don't) know|the answer is not known)\W*$/i;

/** Reads the arguments of a call of `finish`; endpoints that know no tools may have put them into the text of a reply. */
export function readFinish(text: string): Finish | undefined {
  const inside = /```(?:json)?([\s\S]*?)```/.exec(text)?.[1]?.trimStart() ?? text;
  let value: unknown;
  try {
    value = JSON.parse(inside);
  } catch {
    return undefined;
  }
  if (typeof value !== 'object' || value === null) return undefined;
  const { name, arguments: wrapped, ...bare } = value as Record<string, unknown>;
  const given = (name === FINISH && typeof wrapped === 'object' ? wrapped : bare) as Record<string, unknown> | null;
  const { answer, citations = [] } = given ?? {};
  if (answer !== null && typeof answer !== 'string') return undefined;
  const list = Array.isArray(citations) ? citations : [citations];
  return {
    citations: list.filter((each): each is string => typeof each === 'string').slice(0, 100),
    answer: answer === null || answer.trim() === '' || UNKNOWN.test(answer) ? null : answer.trim(),
  };
}

/** An answer in plain text, with its citations in square brackets: `… in 1911 [p2, f1].` */
export function readPlainAnswer(text: string): Finish {
  const marks = /(?<!\s)\s*\[((?:[pfq]\d+)(?:\s*[,;]\s*[pfq]\d+)*)\]/g;
  const citations = [...text.matchAll(marks)].flatMap((match) => match[1]!.split(/[,;]/).map((id) => id.trim()));
  const answer = text.replace(marks, '').trim();
  return { citations, answer: answer === '' || UNKNOWN.test(answer) ? null : answer };
}

/**
 * Passes on the answer in the arguments of `finish` while they arrive, from the moment on where a citation before it is
 * known to be of something that a tool has shown.
 */
export class AnswerStream {
  private seen = '';
  /** Where the next character of the answer is, in what was seen. */
  private at: number | undefined;
  private ended = false;
  /** What has been passed on. */
  sent = '';

  constructor(
    private readonly evidence: Evidence,
    private readonly pass: (delta: string) => void,
  ) {}

  push(text: string): void {
    this.seen += text;
    if (this.ended) return;
    if (this.at === undefined) {
      const start = /"answer"\s*:\s*"/.exec(this.seen);
      if (!start) return;
      const cited = this.seen.slice(0, start.index).match(/"[^"]+"/g) ?? [];
      if (!cited.some((id) => this.evidence.has(id.slice(1, -1)))) {
        this.ended = true;
        return;
      }
      this.at = start.index + start[0].length;
    }
    const delta = this.read();
    if (delta === '') return;
    this.sent += delta;
    this.pass(delta);
  }

  /** What has not been passed on of the answer that was given in the end. */
  rest(answer: string): string {
    return answer.startsWith(this.sent.trim()) ? answer.slice(this.sent.trimStart().length) : '';
  }

  /** As much of the string as is there, escapes in whole. */
  private read(): string {
    let text = '';
    for (;;) {
      const c = this.seen[this.at!];
      if (c === undefined) return text;
      if (c === '"') {
        this.ended = true;
        return text;
      }
      const length = c !== '\\' ? 1 : this.seen[this.at! + 1] === 'u' ? 6 : 2;
      const piece = this.seen.slice(this.at, this.at! + length);
      if (piece.length < length) return text;
      try {
        text += length === 1 ? piece : (JSON.parse(`"${piece}"`) as string);
      } catch {
        this.ended = true;
        return text;
      }
      this.at! += length;
    }
  }
}
