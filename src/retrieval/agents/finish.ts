/** Tool `finish`, by which an agent gives its answer. */
import type { ToolSpecification } from '../model';

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
