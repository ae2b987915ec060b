// An organization's life through the hosted service's library for JavaScript, which checks nothing it is answered: what
// it was told becomes literals of its own declared types, and the compiler says what does not fit, or is not named.
// Prints a line of JSON for each request: {name, detail}. Argument: {url, token, phoneNumberId, callId} as JSON.
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import { faults } from './compiler.mjs';
import { live } from './life.mjs';

const web = new URL('../../../web/', import.meta.url);
const { VapiClient } = createRequire(new URL('package.json', web))('@vapi-ai/server-sdk');

const given = JSON.parse(process.argv[2]);
const told = [];
const client = new VapiClient({ token: given.token, environment: given.url, maxRetries: 0 });

/** Makes one request, `room.method`, and keeps what was answered. */
async function ask(name, request) {
  const [room, method] = name.split('.');
  try {
    const answer = await client[room][method](request);
    told.push({ name, answer: asDeclared(JSON.parse(JSON.stringify(answer))) });
    return answer;
  } catch (error) {
    told.push({ name, fault: String(error?.message ?? error) });
    return {};
  }
}

/**
 * An answer without what the hosted service answers and its library's types deny: where to join a program's call, the
 * name of an audio format, and a user's line of a chat, which they take for one of a call. It is one of `developer`
 * here, which has the same properties. A number of the platform is `vapi`'s there and `mia`'s here.
 */
function asDeclared(answer) {
  for (const each of [answer?.results ?? answer].flat()) {
    delete each?.transport?.websocketCallUrl;
    delete each?.transport?.audioFormat;
    if (each?.number && (each.provider ?? 'mia') === 'mia') each.provider = 'vapi';
    for (const line of [each?.messages ?? []].flat()) if (line.content && line.role === 'user') line.role = 'developer';
  }
  return answer;
}

await live(ask, given);
const wrong = faults(told, fileURLToPath(web));
told.forEach(({ name, fault }, index) =>
  console.log(JSON.stringify({ name, detail: fault ?? wrong.get(index) ?? '' })));
