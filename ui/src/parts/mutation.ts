/** A mutation in two steps: its dry run, and its application. */
import { useState } from 'preact/hooks';
import { engine } from '../api/client';
import { outcomeOf, type Outcome } from '../logic/write';

interface Result {
  readonly text: string;
  readonly outcome: Outcome;
  readonly isApplied: boolean;
}

export interface MutationState {
  readonly result?: Result;
  readonly error?: Error;
  readonly isSending: boolean;
  /** True if the last dry run has shown this text. */
  isTried(text: string): boolean;
  send(text: string, type: string, isApplied: boolean): Promise<void>;
  clear(): void;
}

export function useMutation(): MutationState {
  const [state, setState] = useState<Pick<MutationState, 'result' | 'error' | 'isSending'>>({ isSending: false });
  return {
    ...state,
    isTried: (text) => state.result !== undefined && !state.result.isApplied && state.result.text === text,
    async send(text, type, isApplied) {
      setState({ isSending: true });
      try {
        const query: Record<string, string> = isApplied ? { commitNow: 'true' } : { dryRun: 'true' };
        const { extensions } = await engine('/mutate', { query, type, body: text });
        setState({ isSending: false, result: { text, outcome: outcomeOf(extensions), isApplied } });
      } catch (thrown) {
        setState({ isSending: false, error: thrown as Error });
      }
    },
    clear: () => setState({ isSending: false }),
  };
}
