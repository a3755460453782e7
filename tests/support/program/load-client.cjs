/**
 * Client that writes to gateways until it is killed, with some writes at a time: each stores a node with a value of its
 * own, and some read theirs again. Prints a line for each: `ok ID`, `no ID` (refused), `open ID`, `lost ID` (not read).
 *
 *   node load-client.cjs URL,URL NAME
 */
const [urls, name] = [process.argv[2].split(','), process.argv[3]];
const WRITERS = 4;
const PAUSE_MS = 50;
/** Codes of answers after which the write may have been carried out. */
const OPEN = ['OutcomeUnknown'];

async function post(url, path, type, body) {
  const response = await fetch(url + path, { method: 'POST', headers: { 'Content-Type': type }, body });
  return JSON.parse(await response.text());
}

/** Returns the outcome of a write. */
async function write(url, id) {
  try {
    const set = { 'graph.type': 'Dog', note: id };
    const { errors } = await post(url, '/mutate?commitNow=true', 'application/json', JSON.stringify({ set }));
    if (!errors || errors[0].extensions?.code === 'AnswerLost') return 'ok';
    return OPEN.includes(errors[0].extensions?.code) ? 'open' : 'no';
  } catch (error) {
    return error.cause?.code === 'ECONNREFUSED' ? 'no' : 'open';
  }
}

async function isLost(url, id) {
  try {
    const { data, errors } = await post(url, '/query', 'application/dql', `{ q(func: eq(note, "${id}")) { uid } }`);
    return !errors && data.q.length === 0;
  } catch {
    return false;
  }
}

async function work(writer) {
  for (let i = 0; ; i++) {
    const id = `${name}-${writer}-${i}`;
    const outcome = await write(urls[(writer + i) % urls.length], id);
    console.log(`${outcome} ${id}`);
    if (outcome !== 'ok') await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
    else if (i % 4 === 0 && (await isLost(urls[(writer + i + 1) % urls.length], id))) console.log(`lost ${id}`);
  }
}

for (let writer = 0; writer < WRITERS; writer++) void work(writer);
