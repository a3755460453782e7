/** Client that writes to a program continuously in the background. */
import { ask } from '../http/client';

export interface Writer {
  /** Names of the dogs whose writes were answered. */
  readonly answered: readonly string[];
  /** Stops writing. @throws error of a refused write */
  stop(): Promise<void>;
}

/** @returns after twenty answered writes */
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
