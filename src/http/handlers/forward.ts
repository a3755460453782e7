/** Whatever is not owlgate's concern goes to the engine and back as it is. */
import type { Exchange } from '../exchange';
import type { Services } from '../services';

export async function forward({ request, response, target }: Exchange, { engine }: Services): Promise<void> {
  await engine.forward(request, response, { path: target });
}
