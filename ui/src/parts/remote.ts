/** Answers of the gateway as the state of a component. */
import { useCallback, useEffect, useState } from 'preact/hooks';

export interface Remote<Value> {
  /** Last answer; kept while the next is awaited. */
  readonly value?: Value;
  readonly error?: Error;
  readonly isLoading: boolean;
  readonly again: () => void;
}

/** Loads a value, and again when one of the dependencies changes. A late answer of an earlier load is ignored. */
export function useRemote<Value>(
  load: (signal: AbortSignal) => Promise<Value>,
  depends: readonly unknown[],
): Remote<Value> {
  const [state, setState] = useState<Omit<Remote<Value>, 'again'>>({ isLoading: true });
  const [turn, setTurn] = useState(0);
  useEffect(() => {
    const ending = new AbortController();
    setState(({ value }) => ({ isLoading: true, ...(value !== undefined && { value }) }));
    load(ending.signal).then(
      (value) => {
        if (!ending.signal.aborted) setState({ value, isLoading: false });
      },
      (error: unknown) => {
        if (!ending.signal.aborted) setState({ error: error as Error, isLoading: false });
      },
    );
    return () => ending.abort();
  }, [...depends, turn]);
  const again = useCallback(() => setTurn((each) => each + 1), []);
  return { ...state, again };
}
