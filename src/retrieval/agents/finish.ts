/** Tool `finish`, by which an agent gives its answer, and the stream of that answer. */
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
    'Gives the answer and ends. citations: ids of the passages (p1), facts (f1) and query results (q1) that ' +
    'it stands on, ' +
    'as tools have shown them. answer: null where they do not hold it.',
  parameters: {
    type: 'object',
    // Citations come first: the answer is streamed only after a valid citation.
    properties: {
      citations: { type: 'array', items: { type: 'string' }, maxItems: 50 },
      answer: { type: ['string', 'null'] },
    },
    required: ['citations', 'answer'],
  },
};

const UNKNOWN = /^\W*(?:null|none|unknown|not known|n\/a|i (?:do not|don't) know|the answer is not known)\W*$/i;

/** Reads the arguments of a `finish` call. Endpoints without tools may send them as the text of a reply. */
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
  const args = (name === FINISH && typeof wrapped === 'object' ? wrapped : bare) as Record<string, unknown> | null;
  const { answer, citations = [] } = args ?? {};
  if (answer !== null && typeof answer !== 'string') return undefined;
  const list = Array.isArray(citations) ? citations : [citations];
  return {
    citations: list.filter((each): each is string => typeof each === 'string').slice(0, 100),
    answer: answer === null || answer.trim() === '' || UNKNOWN.test(answer) ? null : answer.trim(),
  };
}

/** Reads an answer in plain text with citations in square brackets: `… in 1911 [p2, f1].` */
export function readPlainAnswer(text: string): Finish {
  const marks = /(?<!\s)\s*\[((?:[pfq]\d+)(?:\s*[,;]\s*[pfq]\d+)*)\]/g;
  const citations = [...text.matchAll(marks)].flatMap((match) => match[1]!.split(/[,;]/).map((id) => id.trim()));
  const answer = text.replace(marks, '').trim();
  return { citations, answer: answer === '' || UNKNOWN.test(answer) ? null : answer };
}

/**
 * Stream of the answer in the arguments of `finish`. Starts only if a citation before the answer refers to evidence.
 */
export class AnswerStream {
  private received = '';
  /** Offset of the answer's next character in `received`. */
  private position: number | undefined;
  private ended = false;
  /** Part of the answer that was passed on. */
  sentText = '';

  constructor(
    private readonly evidence: Evidence,
    private readonly pass: (delta: string) => void,
  ) {}

  push(text: string): void {
    this.received += text;
    if (this.ended) return;
    if (this.position === undefined) {
      const start = /"answer"\s*:\s*"/.exec(this.received);
      if (!start) return;
      const cited = this.received.slice(0, start.index).match(/"[^"]+"/g) ?? [];
      if (!cited.some((id) => this.evidence.has(id.slice(1, -1)))) {
        this.ended = true;
        return;
      }
      this.position = start.index + start[0].length;
    }
    const delta = this.read();
    if (delta === '') return;
    this.sentText += delta;
    this.pass(delta);
  }

  /** Returns the part of the final answer that was not passed on. */
  remainder(answer: string): string {
    return answer.startsWith(this.sentText.trim()) ? answer.slice(this.sentText.trimStart().length) : '';
  }

  /** Reads the received part of the JSON string, without incomplete escapes. */
  private read(): string {
    let text = '';
    for (;;) {
      const c = this.received[this.position!];
      if (c === undefined) return text;
      if (c === '"') {
        this.ended = true;
        return text;
      }
      const length = c !== '\\' ? 1 : this.received[this.position! + 1] === 'u' ? 6 : 2;
      const piece = this.received.slice(this.position, this.position! + length);
      if (piece.length < length) return text;
      try {
        text += length === 1 ? piece : (JSON.parse(`"${piece}"`) as string);
      } catch {
        this.ended = true;
        return text;
      }
      this.position! += length;
    }
  }
}
