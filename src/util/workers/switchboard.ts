/** Side of the primary: gives turns to workers, and passes questions on between them. */
import type { FromPrimary, FromWorker } from './messages';

/** Worker as the switchboard sees it. */
export interface Line {
  /** Does nothing for a worker that has ended. */
  send(message: FromPrimary): void;
}

interface Turn {
  readonly line: Line;
  readonly id: number;
}

interface Round {
  readonly asker: Line;
  readonly askerId: number;
  readonly open: Set<Line>;
  readonly answers: unknown[];
  readonly timer: NodeJS.Timeout;
}

/** Time for the answers of all workers. */
const ANSWER_MS = 2_000;

export class Switchboard {
  private readonly lines = new Set<Line>();
  /** Turns by key: the first one runs, the others wait. */
  private readonly turns = new Map<string, Turn[]>();
  private readonly rounds = new Map<number, Round>();
  private lastRound = 0;

  constructor(private readonly answerMs = ANSWER_MS) {}

  add(line: Line): void {
    this.lines.add(line);
  }

  /** Gives the turns of an ended worker to others, and waits for no answer of it. */
  remove(line: Line): void {
    this.lines.delete(line);
    for (const [key, turns] of this.turns) {
      const [first] = turns;
      const remaining = turns.filter((turn) => turn.line !== line);
      this.setTurns(key, remaining);
      if (remaining[0] && remaining[0] !== first) enter(remaining[0]);
    }
    for (const [id, round] of this.rounds) {
      round.open.delete(line);
      this.endIfComplete(id, round);
    }
  }

  receive(line: Line, message: FromWorker): void {
    if (message.worker === 'enter') this.enter({ line, id: message.id }, message.key, message.waits);
    else if (message.worker === 'leave') this.leave(line, message.id, message.key);
    else if (message.worker === 'ask') this.ask(line, message.id, message.question, message.argument);
    else if (message.worker === 'answer') this.answer(line, message.id, message.answer);
  }

  private enter(turn: Turn, key: string, waits: boolean): void {
    const turns = this.turns.get(key) ?? [];
    if (turns.length > 0 && !waits) return turn.line.send({ primary: 'entered', id: turn.id, isTaken: true });
    this.setTurns(key, [...turns, turn]);
    if (turns.length === 0) enter(turn);
  }

  private leave(line: Line, id: number, key: string): void {
    const [first, ...others] = this.turns.get(key) ?? [];
    if (first?.line !== line || first.id !== id) return;
    this.setTurns(key, others);
    if (others[0]) enter(others[0]);
  }

  private setTurns(key: string, turns: Turn[]): void {
    if (turns.length > 0) this.turns.set(key, turns);
    else this.turns.delete(key);
  }

  private ask(asker: Line, askerId: number, question: string, argument: string): void {
    const id = ++this.lastRound;
    const open = new Set([...this.lines].filter((line) => line !== asker));
    const timer = setTimeout(() => this.end(id), this.answerMs);
    const round: Round = { asker, askerId, open, answers: [], timer };
    this.rounds.set(id, round);
    for (const line of open) line.send({ primary: 'question', id, question, argument });
    this.endIfComplete(id, round);
  }

  private answer(line: Line, id: number, answer: unknown): void {
    const round = this.rounds.get(id);
    if (!round?.open.delete(line)) return;
    if (answer !== undefined) round.answers.push(answer);
    this.endIfComplete(id, round);
  }

  private endIfComplete(id: number, { open }: Round): void {
    if (open.size === 0) this.end(id);
  }

  private end(id: number): void {
    const round = this.rounds.get(id);
    if (!round) return;
    const { asker, askerId, answers, timer } = round;
    clearTimeout(timer);
    this.rounds.delete(id);
    asker.send({ primary: 'answers', id: askerId, answers });
  }
}

const enter = ({ line, id }: Turn): void => line.send({ primary: 'entered', id, isTaken: false });
