// Asks a voice service everything that the hosted one's generated client can ask. Prints a line of JSON for each
// operation. The requests are in `steps`, a file for each resource, asked in the order of their names: `api` has a
// private token, `web` a public one, `operator` the operator's credential, and `made` holds what earlier steps made.
// Argument: {url, token, publicToken, operator, phoneNumberId, twilio, vonage} as JSON; the last two are numbers to
// bring along.
import { readdirSync } from 'node:fs';
import { createRequire } from 'node:module';

const { Api } = createRequire(new URL('../../../web/package.json', import.meta.url))('@vapi-ai/web/dist/api.js');

const FILES = readdirSync(new URL('./steps/', import.meta.url)).sort();
const STEPS = await Promise.all(FILES.map((file) => import(`./steps/${file}`)));
const steps = Object.assign({}, ...STEPS.map((module) => module.steps));

const given = JSON.parse(process.argv[2]);
const NOBODY = '01890000-0000-7000-8000-000000000000';

function client(token) {
  const securityWorker = () => ({ headers: { Authorization: `Bearer ${token}` } });
  return new Api({ baseUrl: given.url, securityWorker, baseApiParams: { secure: true, format: 'json' } });
}

/** Every operation of the client: its group, name, method and path, read from its source. */
function operations(api) {
  const found = [];
  for (const [group, members] of Object.entries(api)) {
    if (members === null || typeof members !== 'object') continue;
    for (const [name, ask] of Object.entries(members)) {
      const path = /path: `([^`]*)`/.exec(String(ask))?.[1];
      const method = /method: "(\w+)"/.exec(String(ask))?.[1];
      if (path && method) found.push({ group, name, method, path });
    }
  }
  return found;
}

/** What the client was told, or what refused it. */
async function judge(operation, scene) {
  try {
    const step = steps[operation.name];
    const { ask, fits } = step(scene);
    const answer = await ask;
    const fault = fits(answer.data, answer);
    return fault ? { verdict: 'wrong', detail: fault } : { verdict: 'ok', detail: String(answer.status) };
  } catch (error) {
    const refused = error?.error ? JSON.stringify(error.error) : String(error?.stack ?? error);
    return { verdict: 'wrong', detail: `${error?.status ?? ''} ${refused}`.slice(0, 300) };
  }
}

/** Whether the service has an operation that no step asks for. */
async function probe({ method, path }) {
  const url = given.url + path.replace('${provider}', 'mia').replace(/\$\{\w+\}/g, NOBODY);
  const headers = { Authorization: `Bearer ${given.token}`, 'Content-Type': 'application/json' };
  const body = method === 'GET' || method === 'DELETE' ? undefined : '{}';
  const answer = await fetch(url, { method, headers, body });
  const told = await answer.text();
  const missing = answer.status === 405 || (answer.status === 404 && told.includes('"message":"Not Found"'));
  return { verdict: missing ? 'not served' : 'not asked', detail: String(answer.status) };
}

const scene = {
  api: client(given.token),
  web: client(given.publicToken),
  operator: client(given.operator),
  given,
  made: {},
};
const all = operations(scene.api);
const byName = new Map(all.map((operation) => [operation.name, operation]));
const tell = (operation, result) => console.log(JSON.stringify({ ...operation, ...result }));

for (const name of Object.keys(steps)) {
  const operation = byName.get(name);
  if (operation) tell(operation, await judge(operation, scene));
  else console.log(JSON.stringify({ name, verdict: 'wrong', detail: 'the client has no such operation' }));
}
for (const operation of all) {
  if (!(operation.name in steps)) tell(operation, await probe(operation));
}
