/** A client that writes to a program for as long as something is done beside it. */
import { ask } from '../http/client';

export interface Writer {
  /** Names of the dogs whose writes have been answered. */
  readonly answered: readonly string[];
  /** No more; @throws what a write was refused with */
  stop(): Promise<void>;
}

/** @returns once twenty writes have been answered */
export async function writeDogs(url: string): Promise<Writer> {
  let isStopped = false;
  const answered: string[] = [];
  const writing = (async () => {
    for (let i = 0; !isStopped; i++) {
      const headers = { 'Content-Type': 'application/json' };
      const body = JSON.stringify({ set: [{ 'graph.type': 'Dog', name: `dog ${i}` }] });
      const { json } = await ask(url, '/mutate?commitNow=true', { method: 'POST', headers, body });
      if (json.errors) throw new Error(JSON.stringify(json.errors));
      answered.push(`dog ${i}`);
    }
  })();
  const isUnderWay = async (): Promise<void> => {
    while (answered.length < 20 && !isStopped) await new Promise((resolve) => setTimeout(resolve, 10));
  };
  try {
    await Promise.race([isUnderWay(), writing]);
  } catch (error) {
    isStopped = true;
    throw error;
  }
  return {
    answered,
    stop: () => {
      isStopped = true;
      return writing;
    },
  };
}
