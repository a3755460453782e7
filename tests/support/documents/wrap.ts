/** Lines of generated pages. */
const WIDTH = 116;

/** Wraps text to lines of at most WIDTH characters. @param text text of one paragraph */
export function wrapped(text: string): string[] {
  const lines: string[] = [];
  for (const word of text.split(' ')) {
    const line = lines.at(-1);
    if (line === undefined || line.length + 1 + word.length > WIDTH) lines.push(word);
    else lines[lines.length - 1] = `${line} ${word}`;
  }
  return lines;
}
