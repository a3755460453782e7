/** Application of a model's reply to the mentions found by labels. */
import type { Mention } from '../../types';
import type { Candidate, LinkReply } from './question';
import type { Passage } from './passage';

/**
 * Returns mentions in order, without overlaps. An unambiguous mention stays, whatever the reply says. An ambiguous one
 * gets the chosen candidate. Links elsewhere count if they do not overlap a mention of a node.
 */
export function applyReply(passage: Passage, reply: LinkReply, at: number): Mention[] {
  const { text, mentions } = passage;
  const chosen = mentions.flatMap((mention, place): Mention[] => {
    const choice = reply.choices[at]!.get(place);
    if (choice === undefined) return [mention];
    const { start, end } = mention;
    return choice === null ? [] : [{ start, end, text: mention.text, ...partsOf(choice), by: 'model' }];
  });
  const links = [...reply.links[at]!].sort((a, b) => b.end - b.start - (a.end - a.start) || a.start - b.start);
  let result = chosen;
  for (const { start, end, candidate } of links) {
    const overlapping = result.filter((mention) => mention.start < end && start < mention.end);
    // "the ship" may mean a node while "ship" names a class: the link keeps the classes inside it.
    const encloses = overlapping.every(
      (mention) => start <= mention.start && mention.end <= end && mention.uids.length === 0,
    );
    if (!encloses || overlapping.some(({ by }) => by === 'model')) continue;
    const { uids, classes } = partsOf(candidate);
    const inside = overlapping.flatMap((mention) => mention.classes);
    const mention: Mention = {
      start,
      end,
      text: text.slice(start, end),
      uids,
      classes: [...new Set([...classes, ...inside])],
      by: 'model',
    };
    result = [...result.filter((each) => !overlapping.includes(each)), mention];
  }
  return result.sort((a, b) => a.start - b.start);
}

const partsOf = (candidate: Candidate): Pick<Mention, 'uids' | 'classes'> =>
  'uid' in candidate ? { uids: [candidate.uid], classes: [] } : { uids: [], classes: [candidate.name] };
