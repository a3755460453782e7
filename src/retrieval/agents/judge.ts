/** Judge of a model's answers: by the evidence that they cite, and by ontology and graph. */
import type { Logger } from '../../util/log';
import { unsupported } from '../evidence/support';
import type { Nodes } from '../knowledge/nodes';
import type { Vocabulary } from '../knowledge/vocabulary';
import type { Graph, Linker } from '../types';
import { Claims } from './claims';
import type { Cited, Evidence } from './evidence';
import type { Judgement } from './loop';

interface JudgeOptions {
  /** With the question before it, if it refers to that. */
  readonly question: string;
  readonly evidence: Evidence;
  readonly graph: Graph;
  readonly linker: Linker;
  /** Language tag of questions. */
  readonly language: string;
  readonly nodes: Nodes;
  /** Undefined for answers from documents alone. */
  readonly vocabulary: Vocabulary | undefined;
  readonly signal: AbortSignal;
  readonly logger: Logger;
}

/** Maximum characters of an answer. */
const MAX_ANSWER_CHARACTERS = 2_000;
/** Maximum pieces of evidence that are tried where the cited ones do not support an answer. */
const MAX_TRIED = 100;

export class Judge {
  private readonly claims: Claims | undefined;

  constructor(private readonly options: JudgeOptions) {
    const { vocabulary } = options;
    this.claims = vocabulary && new Claims({ ...options, vocabulary });
  }

  /** @returns the evidence of an answer, or why it cannot be given */
  async judge(answer: string, cited: Cited): Promise<Judgement> {
    if (answer.length > MAX_ANSWER_CHARACTERS) return { fault: `it has ${answer.length} characters; be brief` };
    // A proof says more than a lack of evidence.
    const proof = await this.claims?.refutation(answer);
    if (proof !== undefined) return { fault: `it contradicts the ontology or the graph: ${proof}` };
    return (await this.claims?.confirms(answer)) ? { cited } : this.supported(answer, cited);
  }

  /** Finds the evidence of an answer: what it cites, or else one piece that was shown beside it. */
  private supported(answer: string, cited: Cited): Judgement {
    const { evidence, question } = this.options;
    const faultOf = ({ texts, prose, rows, about, counts }: Cited): string | undefined =>
      unsupported({ question, answer, texts, prose, rows, about, counts });
    const fault = faultOf(cited);
    if (fault === undefined) return { cited };
    for (const id of evidence.ids.slice(0, MAX_TRIED)) {
      for (const ids of [[id], [...cited.ids, id]]) {
        const other = evidence.resolve(ids);
        if (faultOf(other) === undefined) return { cited: { ...other, dropped: cited.dropped } };
      }
    }
    return { fault };
  }
}
