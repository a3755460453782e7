/** Memoization: once, and per object. */

/** Memoizes a function of one object. A result lives as long as its object; errors are not cached. */
export function onceFor<Key extends object, Result>(compute: (key: Key) => Result): (key: Key) => Result {
  const cache = new WeakMap<Key, { readonly result: Result }>();
  return (key) => {
    let entry = cache.get(key);
    if (!entry) cache.set(key, (entry = { result: compute(key) }));
    return entry.result;
  };
}

/** Memoizes a function without arguments. Errors are not cached. */
export function once<Result>(compute: () => Result): () => Result {
  let entry: { readonly result: Result } | undefined;
  return () => (entry ??= { result: compute() }).result;
}
