/** Refusal of an input, with Dgraph's message. */
import { RequestFailure } from '../request/failure';

export class Refused extends RequestFailure {
  /** @throws Refused if there are messages */
  static check(messages: readonly string[]): void {
    if (messages.length === 0) return;
    throw new Refused(messages.map((each) => ({ message: `failed to rewrite mutation payload because ${each}` })));
  }
}
