/**
 * Claims of a model's answer about known nodes, held against the ontology and the graph. A claim that only lacks a fact
 * is no contradiction; one that the reasoner would refuse to write is, with its proof.
 */
import type { Logger } from '../../util/log';
import { numbersIn } from '../evidence/values';
import { VERDICT } from '../evidence/wording';
import type { Nodes } from '../knowledge/nodes';
import type { Vocabulary } from '../knowledge/vocabulary';
import { sentencesOf } from '../language/sentences';
import { wordsOf } from '../language/words';
import {
  anchorsOf,
  answerQuestion,
  isOfClasses,
  LIMIT,
  type Answered,
  type Solution,
  type Understanding,
} from '../question';
import type { Claim, Graph, Linker, Mention, NodeReference, Statement } from '../types';

interface ClaimsOptions {
  readonly question: string;
  readonly graph: Graph;
  readonly linker: Linker;
  readonly language: string;
  readonly nodes: Nodes;
  readonly vocabulary: Vocabulary;
  readonly signal: AbortSignal;
  readonly logger: Logger;
}

type CheckedReading = Understanding['readings'][number];

/** Readings that cost more say little of what an answer means. */
const MAX_READING_COST = 2;
/** Maximum claims of one answer, and nodes of one name. */
const MAX_CLAIMS = 16;
const MAX_NODES = 3;
/** Maximum names of a certain answer that an answer must have. */
const MAX_NAMES = 40;

const NEGATION = /\b(?:not|never|no|nor|neither|isn't|wasn't|without|nicht|kein\w*)\b/i;

/** Before a class of which something is said to be, or asked to be: "Is the Aurora, in your view, a tug?" */
const SAID_KIND = /^\s+(?:is|was|are|were)\s+(?:an?|the)\s/i;
const ASKED_KIND = /(?:^|,)\s*an?\s+$/i;

export class Claims {
  private answered: Promise<Answered> | undefined;
  private judged = 0;

  constructor(private readonly options: ClaimsOptions) {}

  /** Returns the proof that an answer contradicts ontology or graph; undefined if it does not. */
  async refutation(answer: string): Promise<string | undefined> {
    const { signal, logger } = this.options;
    this.judged = 0;
    try {
      const { understood, solution } = await (this.answered ??= this.read());
      const isYes = VERDICT.exec(answer)?.[1] !== undefined;
      return (
        (understood && (await this.ofReading(answer, understood, solution))) ??
        (await this.ofSentences(answer, SAID_KIND)) ??
        // A "Yes." affirms the question's own claim, also one that the reader cannot read.
        (isYes ? await this.ofSentences(this.options.question, ASKED_KIND) : undefined)
      );
    } catch (error) {
      signal.throwIfAborted();
      logger.warn('the claims of an answer cannot be judged', { reason: String(error) });
      return undefined;
    }
  }

  /** True if a bare verdict is that of the graph, or its opposite is impossible. */
  async confirms(answer: string): Promise<boolean> {
    const verdict = VERDICT.exec(answer);
    if (!verdict || verdict[0].length < answer.length) return false;
    const { solution } = await (this.answered ??= this.read());
    const [, yes, no] = VERDICT.exec(solution?.answer ?? '') ?? [];
    const isSame = verdict[1] !== undefined ? yes !== undefined : no !== undefined;
    if (isSame && (solution!.cost ?? 0) <= MAX_READING_COST) return true;
    return verdict[2] !== undefined && (await this.refutation('Yes.')) !== undefined;
  }

  private async read(): Promise<Answered> {
    const { graph } = this.options;
    const { ontology } = graph;
    if (!ontology) return { mayBeTold: true };
    return answerQuestion(this.options.question, { ...this.options, ontology, history: [], step: () => undefined });
  }

  /** Claims of the answer as an answer to this question. */
  private async ofReading(
    answer: string,
    understood: Understanding,
    solution: Solution | undefined,
  ): Promise<string | undefined> {
    const isCertain = solution !== undefined && (solution.cost ?? 0) <= MAX_READING_COST;
    if (isCertain && solution.answer === null && isOfClasses(solution.reading))
      return `nothing can be: ${solution.reading}`;
    if (understood.question.form.wants === 'verdict') {
      return isCertain && solution.answer !== null ? this.ofVerdict(answer, solution) : undefined;
    }
    const anchors = new Set(anchorsOf(understood));
    const mentions = (await this.mentions(answer)).filter(({ uids }) => !uids.some((uid) => anchors.has(uid)));
    const fault = await this.ofAnswers(answer, understood, mentions);
    const isSure = isCertain && solution.answer !== null && (solution.cost ?? 0) <= LIMIT.certain;
    return fault ?? (isSure ? differenceOf(answer, solution, understood, mentions) : undefined);
  }

  /** Claims that what an answer names is what the question asks for. */
  private async ofAnswers(
    answer: string,
    { readings: [reading] }: Understanding,
    mentions: readonly Mention[],
  ): Promise<string | undefined> {
    if (!reading || reading.cost > MAX_READING_COST || reading.focus === undefined) return undefined;
    if (reading.variables[reading.focus]!.isValue) return this.ofValue(answer, reading);
    const faults = await Promise.all(mentions.map((mention) => this.ofAnswered(mention, reading)));
    const whole = faults.find((fault, i) => fault !== undefined && isItem(mentions[i]!, answer));
    return whole ?? (faults.every((fault) => fault !== undefined) ? faults[0] : undefined);
  }

  private ofVerdict(answer: string, { answer: told, statements }: Solution): string | undefined {
    const [, yes, no] = VERDICT.exec(answer) ?? [];
    const [, isYes, isNo] = VERDICT.exec(told!) ?? [];
    if (yes !== undefined && isNo !== undefined) return `the ontology says: ${told!}`;
    if (no === undefined || isYes === undefined) return undefined;
    const facts = statements.slice(0, 3).map(({ subject, predicate, object }) => {
      const other = typeof object === 'object' ? (object.label ?? object.uid) : object;
      return `${subject.label ?? subject.uid} ${predicate} ${other}`;
    });
    return `the graph states it: ${facts.join('; ') || told!}`;
  }

  private ofValue(answer: string, { variables, links, focus }: CheckedReading): Promise<string | undefined> {
    const link = links.find(({ object }) => object === focus);
    const [subject, ...others] = (link && variables[link.subject]!.nodes) ?? [];
    if (!link || !subject || others.length > 0 || link.isNegated) return Promise.resolve(undefined);
    return this.other(
      subject.uid,
      link.property,
      (value) => typeof value === 'object' || hasValue(answer, String(value)),
    );
  }

  /** A functional property has one value: the stored one. */
  private async other(
    uid: string,
    property: string,
    isIt: (object: Statement['object']) => boolean,
  ): Promise<string | undefined> {
    const { nodes, vocabulary } = this.options;
    if (!vocabulary.properties.get(property)?.isFunctional) return undefined;
    const [node] = await nodes.read([uid]);
    const stored = (node ? await nodes.edges(node) : []).flatMap(({ direction, statement }) =>
      direction === 'out' && statement.predicate === property ? [statement] : [],
    );
    if (stored.length === 0 || stored.some(({ object }) => isIt(object))) return undefined;
    const values = stored.map(({ object }) => (typeof object === 'object' ? nameOf(object) : object)).join(', ');
    return (
      `the graph states ${nameOf(node!)} ${property} ${values} (${stored[0]!.status}), and ${property} has one ` +
      'value only'
    );
  }

  /** An answered node is of the class that is asked for, and in the relation that is asked for. */
  private async ofAnswered(
    { uids }: Mention,
    { variables, links, focus }: CheckedReading,
  ): Promise<string | undefined> {
    let fault: string | undefined;
    for (const uid of uids.slice(0, MAX_NODES)) {
      const types = variables[focus!]!.classes.map((name): Claim => ({
        subject: uid,
        predicate: 'graph.type',
        object: { value: name },
      }));
      const related = links.flatMap(({ property, subject, object, isNegated }): Claim[] => {
        const [mine, other] = subject === focus ? [subject, object] : [object, subject];
        const [node, ...more] = variables[other]!.nodes ?? [];
        if (mine !== focus || isNegated || !node || more.length > 0) return [];
        const [from, to] = subject === focus ? [uid, node.uid] : [node.uid, uid];
        return [{ subject: from, predicate: property, object: { uid: to } }];
      });
      fault = await this.contradiction([...types, ...related]);
      for (const { subject, predicate, object } of related)
        fault ??= await this.other(subject, predicate, (stored) => isNode(stored, object));
      if (fault === undefined) return undefined;
    }
    return fault;
  }

  /** Claims of its sentences: "A is a painting", "A was taught by B". */
  private async ofSentences(text: string, isKind: RegExp): Promise<string | undefined> {
    const { vocabulary } = this.options;
    for (const sentence of sentencesOf(text).slice(0, 5)) {
      if (NEGATION.test(sentence)) continue;
      const mentions = await this.mentions(sentence);
      for (const [i, mention] of mentions.entries()) {
        const next = mentions[i + 1];
        const between = sentence.slice(mention.end, next?.start);
        const [uid, ...more] = mention.uids;
        if (uid === undefined || more.length > 0) continue;
        const words = wordsOf(between);
        const matches = vocabulary.match(words);
        const terms = matches.flatMap(({ terms: matched }) => matched);
        const kinds = matches
          .filter(({ from }) => isKind.test(between.slice(0, words[from]!.start)))
          .flatMap(({ terms: matched }) => matched.filter(({ kind }) => kind === 'class'))
          .slice(0, 1);
        for (const { name } of kinds) {
          const fault = await this.contradiction([{ subject: uid, predicate: 'graph.type', object: { value: name } }]);
          if (fault) return `${mention.text} is no ${vocabulary.labelOf(name)}: ${fault}`;
        }
        const fault = next?.uids.length === 1 ? await this.ofPair(uid, next.uids[0]!, terms) : undefined;
        if (fault) return fault;
      }
    }
    return undefined;
  }

  /** A property between two names: impossible only if each that is meant is so, in both directions. */
  private async ofPair(
    one: string,
    other: string,
    terms: readonly { readonly kind: string; readonly name: string }[],
  ): Promise<string | undefined> {
    const properties = terms.filter(({ kind, name }) => kind === 'property' && this.isObject(name));
    let fault: string | undefined;
    for (const { name: predicate } of properties) {
      for (const [from, to] of [
        [one, other],
        [other, one],
      ] as const) {
        const proof = await this.contradiction([{ subject: from, predicate, object: { uid: to } }]);
        if (proof === undefined) return undefined;
        fault ??= proof;
      }
    }
    return fault;
  }

  private isObject(property: string): boolean {
    return this.options.vocabulary.properties.get(property)?.isObject ?? false;
  }

  /** Asks the reasoner, within bounds. */
  private async contradiction(claims: readonly Claim[]): Promise<string | undefined> {
    if (claims.length === 0 || this.judged++ >= MAX_CLAIMS) return undefined;
    return this.options.graph.contradiction(claims);
  }

  /** Nodes that a text names. */
  private async mentions(text: string): Promise<readonly Mention[]> {
    const { linker, signal } = this.options;
    return (await linker.mentions(text, signal)).filter(({ uids }) => uids.length > 0);
  }
}

/** Returns how an answer differs from the certain one: it lacks a name, a value or the number, or has another name. */
function differenceOf(
  answer: string,
  { answer: told, names, uids }: Solution,
  { question }: Understanding,
  mentions: readonly Mention[],
): string | undefined {
  const fault = `the graph states: ${told!.slice(0, 300)}`;
  const count = /^\d+/.exec(told!)?.[0];
  if (question.form.wants === 'count') {
    const isOther = count !== undefined && !numbersIn(answer).includes(count);
    return isOther ? fault : undefined;
  }
  if (names.length > MAX_NAMES) return undefined;
  const isMissing = names.some((name) => !hasValue(answer, name));
  const others = mentions.filter((each) => isItem(each, answer) && !each.uids.some((uid) => uids?.includes(uid)));
  return isMissing || (uids !== undefined && uids.length > 0 && others.length > 0) ? fault : undefined;
}

const isNode = (object: Statement['object'], node: Claim['object']): boolean =>
  typeof object === 'object' && 'uid' in node && object.uid === node.uid;

const nameOf = ({ label, iri, uid }: NodeReference): string => label ?? iri ?? uid;

/** True if a name is an answer by itself, or an item of a list, and not a part of a sentence. */
function isItem({ start, end }: Mention, answer: string): boolean {
  const before = answer.slice(0, start).replace(/(?:^|[,;:]|\band\b|\bor\b)\s*(?:the\s+)?$/i, '\u0000');
  const behind = answer.slice(end);
  return before.endsWith('\u0000') && /^\s*(?:$|[.,;]|and\b|or\b)/i.test(behind);
}

/** True if an answer has a value: a number or a date by its digits, a text as it is. */
function hasValue(answer: string, value: string): boolean {
  const digits = /^-?\d[\d.,:TZ+-]*$/.test(value) ? (value.match(/\d+/g) ?? []).map(Number) : undefined;
  if (!digits) return answer.toLowerCase().includes(value.toLowerCase());
  const own = new Set((answer.replace(/(?<=\d),(?=\d{3})/g, '').match(/\d+/g) ?? []).map(Number));
  return own.has(digits[0]!) || own.size === 0;
}
