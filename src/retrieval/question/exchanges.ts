/** Questions of a conversation with their answers, and the people of whom each is: for whom she and he stand. */
import type { Node, Nodes } from '../knowledge/nodes';
import type { Vocabulary } from '../knowledge/vocabulary';
import type { Language } from '../language/language';
import type { Turn } from '../types';
import { distinct } from './pronouns';
import { sexOfNoun, sexOfPronouns, sexTold, type Sex } from './sexes';

/** Maximum people of whom the graph is asked. */
const MAX_PEOPLE = 16;

type PeopledTurn = Turn & {
  /** Those whom it names. */
  readonly people: readonly Node[];
};

interface ExchangeContext {
  readonly language: Language;
  readonly vocabulary: Vocabulary;
  readonly nodes: Nodes;
}

export class Exchanges {
  /** People of each exchange, the oldest first, and whether its answer lists several. */
  private readonly all: { readonly people: readonly Node[]; readonly isList: boolean }[] = [];
  private readonly sexes = new Map<string, Sex>();

  private constructor(private readonly language: Language) {}

  /** @param turns the oldest first */
  static async of(turns: readonly PeopledTurn[], { language, vocabulary, nodes }: ExchangeContext): Promise<Exchanges> {
    const exchanges = new Exchanges(language);
    const people = distinct(turns.flatMap((turn) => turn.people)).slice(-MAX_PEOPLE);
    const told = await Promise.all(people.map((person) => sexTold(person, nodes, vocabulary)));
    for (const [i, person] of people.entries()) exchanges.call(person, told[i]);
    let question = '';
    for (const turn of turns) {
      if (turn.role === 'user') exchanges.ask(turn);
      else exchanges.answer(turn, question);
      if (turn.role === 'user') question = turn.text;
    }
    return exchanges;
  }

  /**
   * Returns the person for whom she or he stands: the only one that fits of the nearest exchange that has one. Of a list
   * of people nobody is meant of whom it is not known.
   */
  meantBy(sex: Sex): readonly Node[] {
    for (const { people, isList } of [...this.all].reverse()) {
      const fitting = people.filter(({ uid }) => (this.sexes.get(uid) ?? sex) === sex);
      const known = fitting.filter(({ uid }) => this.sexes.has(uid));
      if (fitting.length === 0) continue;
      if (isList) return fitting.length === known.length && known.length === 1 ? known : [];
      return known.length === 1 ? known : fitting.length === 1 ? fitting : [];
    }
    return [];
  }

  private ask({ text, people }: PeopledTurn): void {
    const sex = sexOfPronouns(this.lower(text), this.language);
    const [meant, ...others] = people.length > 0 ? people : sex === undefined ? [] : this.meantBy(sex);
    if (meant && others.length === 0) this.call(meant, sex);
    this.all.push({ people: distinct([...(meant ? [meant] : []), ...others]), isList: false });
  }

  private answer({ text, people }: PeopledTurn, question: string): void {
    const asked = this.all.pop()?.people ?? [];
    const all = distinct([...asked, ...people]);
    const [only, ...others] = all;
    if (only && others.length === 0) this.call(only, sexOfPronouns(this.lower(text), this.language));
    const sex = this.roleAsked(question);
    for (const person of people) if (!asked.some(({ uid }) => uid === person.uid)) this.call(person, sex);
    this.all.push({ people: all, isList: people.length > 1 });
  }

  private call({ uid }: Node, sex: Sex | undefined): void {
    if (sex !== undefined && !this.sexes.has(uid)) this.sexes.set(uid, sex);
  }

  /** Sex of those of whom a question asks by a noun: "Who is his mother?", "Welche Kuratorin …?" */
  private roleAsked(question: string): Sex | undefined {
    const { language } = this;
    const words = language.words(question);
    const { asking, length = 0 } = language.askingAt(this.lower(question), 0) ?? {};
    if (!asking || asking.isOwner) return undefined;
    const isPassed = (word: string): boolean =>
      language.isGrammar({ text: word }) || language.is('possessives', word) || /['’]s?$/.test(word);
    const noun = words.slice(length).find(({ text }) => !isPassed(text.toLowerCase()) && !isName(text, language));
    return noun && sexOfNoun(noun.text);
  }

  private lower(text: string): string[] {
    return this.language.words(text).map((word) => word.text.toLowerCase());
  }
}

const isName = (word: string, { data }: Language): boolean =>
  /^\p{Lu}/u.test(word) && (!data.nounsAreCapitalized || sexOfNoun(word) === undefined);
