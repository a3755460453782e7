/** What is made once for each object. */

/** Of `make`: what it has made of an object is kept for as long as the object is. What it throws is not. */
export function onceFor<Of extends object, Made>(make: (of: Of) => Made): (of: Of) => Made {
  const kept = new WeakMap<Of, { readonly made: Made }>();
  return (of) => {
    let entry = kept.get(of);
    if (!entry) kept.set(of, (entry = { made: make(of) }));
    return entry.made;
  };
}
