/**
 * `extensions.ontology.deleted` of a GraphQL response: sum over its mutations, present if edges were deleted with
 * nodes.
 */
import type { GraphqlResponse } from '../../graphql';
import { sumOfDeleted, type ShownDeleted } from '../write/deleted-nodes';

export class Deletions {
  private sum: ShownDeleted | undefined;

  /** @param hasRules true if rules of `@auth` may withhold nodes from the caller: the response then names no edges */
  constructor(private readonly hasRules: boolean) {}

  add(deleted: ShownDeleted): void {
    this.sum = this.sum ? sumOfDeleted(this.sum, deleted) : deleted;
  }

  addTo(response: GraphqlResponse): GraphqlResponse {
    if (this.hasRules || !this.sum || this.sum.incoming === 0) return response;
    return { ...response, extensions: { ...response.extensions, ontology: { deleted: this.sum } } };
  }
}
