/** The links of labels, with what a model has said about them. */
import type { Mention } from '../../types';
import type { Candidate, LinkReply } from './question';
import type { Passage } from './passage';

/**
 * Mentions in their order, none over another. A label that means one thing alone stands whatever the model says; one that
 * stands for several means what was chosen; and other places count where they do not cut into a label's.
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
  let out = chosen;
  for (const { start, end, candidate } of links) {
    const met = out.filter((mention) => mention.start < end && start < mention.end);
    // "the ship" may mean a node while "ship" is a class: what is inside goes along.
    const isAround = met.every((mention) => start <= mention.start && mention.end <= end && mention.uids.length === 0);
    if (!isAround || met.some(({ by }) => by === 'model')) continue;
    const { uids, classes } = partsOf(candidate);
    const inside = met.flatMap((mention) => mention.classes);
    const mention: Mention = {
      start,
      end,
      text: text.slice(start, end),
      uids,
      classes: [...new Set([...classes, ...inside])],
      by: 'model',
    };
    out = [...out.filter((each) => !met.includes(each)), mention];
  }
  return out.sort((a, b) => a.start - b.start);
}

const partsOf = (candidate: Candidate): Pick<Mention, 'uids' | 'classes'> =>
  'uid' in candidate ? { uids: [candidate.uid], classes: [] } : { uids: [], classes: [candidate.name] };
