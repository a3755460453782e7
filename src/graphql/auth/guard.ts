/** Access rules of one schema: read once, applied to every request. */
import { Kind, type GraphQLSchema } from 'graphql';
import { readRequest } from '../request/read';
import { Documents } from '../request/documents';
import { RequestFailure } from '../request/failure';
import { ENGINE_LIMITS } from '../request/limits';
import type { Selection } from '../request/selection';
import type { GraphqlModel } from '../sdl/model';
import { Access, type ReadRule } from './access';
import { readRules, type Rule, type TypeRules } from './rules';
import { Tokens, type Headers } from './token';

/** Access of a request; or the reason why its token is invalid. */
export interface Admission {
  readonly access?: Access | undefined;
  readonly failure?: Error;
}

const UNRESTRICTED: Admission = {};

export class Guard {
  private readonly rules: ReadonlyMap<string, TypeRules>;
  private readonly tokens: Tokens | undefined;
  private documents: Documents | undefined;

  /** @param schema the whole API of the model; called only for rules on the graph */
  constructor(
    private readonly model: GraphqlModel,
    private readonly schema: () => GraphQLSchema,
  ) {
    this.rules = readRules(model, () => undefined);
    this.tokens = model.authorization && new Tokens(model.authorization);
  }

  /** Determines the access of a request. Without `access` there are no rules. */
  admission(headers: Headers): Admission | Promise<Admission> {
    return !this.tokens && this.rules.size === 0 ? UNRESTRICTED : this.admissionOf(headers);
  }

  private async admissionOf(headers: Headers): Promise<Admission> {
    try {
      const claims = await this.tokens?.claims(headers);
      if (this.rules.size === 0) return {};
      return { access: new Access(this.model, this.rules, claims ?? {}, this.read) };
    } catch (error) {
      return { failure: error as Error };
    }
  }

  /** Returns faults of the rules' queries with Dgraph's messages, each with its type. */
  problems(): readonly { readonly type: string; readonly message: string }[] {
    const problems: { type: string; message: string }[] = [];
    for (const [type, rules] of this.rules) {
      for (const text of new Set(Object.values(rules).flatMap(queriesOf))) {
        const message = this.problemOf(type, text);
        if (message !== undefined) problems.push({ type, message: `Type ${type}: @auth: ${message}` });
      }
    }
    return problems;
  }

  private problemOf(type: string, text: string): string | undefined {
    let selections;
    try {
      const [operation, ...others] = this.documentsOf()
        .read(text)
        .definitions.filter((node) => node.kind === Kind.OPERATION_DEFINITION);
      if (!operation || others.length > 0) return 'a rule should be exactly one query';
      ({ selections } = operation.selectionSet);
    } catch (error) {
      if (!(error instanceof RequestFailure)) throw error;
      return `failed to validate GraphQL rule [reason : ${error.message}]`;
    }
    const [field, ...more] = selections;
    const name = field?.kind === Kind.FIELD ? field.name.value : '';
    // A rule of an interface is checked with the types that implement it.
    const expected = [type, ...(this.model.types.get(type)?.interfaces ?? [])].map((name) => `query${name}`);
    if (more.length > 0) return `a rule should be exactly one query, found ${selections.length} queries`;
    return expected.includes(name) ? undefined : `expected only ${expected[0]!} rules,but found ${name}`;
  }

  private readonly read: ReadRule = (text, variables): Selection => {
    const { kind, selections } = readRequest(this.schema(), this.documentsOf(), { query: text, variables });
    const [selection, ...others] = selections;
    const isList = selection?.name === `query${selection?.type.name}`;
    if (kind !== 'query' || !selection || others.length > 0 || !isList) {
      throw RequestFailure.of('a rule should be exactly one query');
    }
    return selection;
  };

  private documentsOf(): Documents {
    return (this.documents ??= new Documents(this.schema(), ENGINE_LIMITS));
  }
}

const queriesOf = (rule: Rule): readonly string[] => {
  if (rule.kind === 'graph') return [rule.text];
  if (rule.kind === 'not') return queriesOf(rule.rule);
  return rule.kind === 'claim' ? [] : rule.rules.flatMap(queriesOf);
};
