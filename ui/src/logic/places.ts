/** Places of what an error of the engine names, for errors that come without a place. */
export interface Place {
  readonly line: number;
  readonly column: number;
}

/** Patterns of Dgraph's messages, with the name that each mentions. */
const NAMED: readonly RegExp[] = [
  /Variable not defined (\$\w+)/,
  /(?:Type of a variable|Variable type) [^$]*(\$\w+)/,
  /(?:Invalid function name|Function name): ([^\s"]+)/,
  /unknown attribute ([^\s"]+)/i,
  /(?:attribute|predicate|attr|field|type|function|directive|variable|alias|argument)s?:? ["'`[<]?([^\s"'`\]>,.:]+)/i,
  /["'`]([^"'`\s]+)["'`]/,
];
const USES = /Defined:\[([^\]]*)\]\s*Used:\[([^\]]*)\]/;

/** Returns the first place of each name in the text; empty if the message names nothing that stands there. */
export function placesNamed(message: string, text: string): Place[] {
  const uses = USES.exec(message);
  if (uses) {
    const [defined, used] = [uses[1]!, uses[2]!].map((list) => list.split(/\s+/).filter(Boolean)) as [
      string[],
      string[],
    ];
    const odd = [...defined.filter((name) => !used.includes(name)), ...used.filter((name) => !defined.includes(name))];
    return odd.flatMap((name) => placeOf(name, text));
  }
  for (const pattern of NAMED) {
    const name = pattern.exec(message)?.[1];
    const places = name === undefined ? [] : placeOf(name, text);
    if (places.length > 0) return places;
  }
  return [];
}

/** First place where a name stands as a whole. */
function placeOf(name: string, text: string): Place[] {
  const isPart = (character: string | undefined): boolean =>
    character !== undefined && /[\p{L}\p{N}_.$]/u.test(character);
  for (let at = text.indexOf(name); at >= 0; at = text.indexOf(name, at + 1)) {
    if (isPart(text[at - 1]) || isPart(text[at + name.length])) continue;
    const before = text.slice(0, at).split('\n');
    return [{ line: before.length, column: before.at(-1)!.length + 1 }];
  }
  return [];
}
