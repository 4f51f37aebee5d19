// A session with each emulator by the vendors' own hosts: with fetch, and with https as older code has it.
const https = require('https');
const keys = process.env;

async function send(method, url, headers, body) {
  const response = await fetch(url, {
    method, headers: { 'content-type': 'application/json', ...headers },
    body: body && JSON.stringify(body),
  });
  return [response.status, await response.json()];
}

function read(url, headers) {
  return new Promise((resolve, reject) => {
    https.get(url, { headers }, (response) => {
      let text = '';
      response.on('data', (piece) => (text += piece));
      response.on('end', () => resolve([response.statusCode, JSON.parse(text)]));
    }).on('error', reject);
  });
}

function expect(name, isTrue) {
  console.log(`${isTrue ? 'holds: ' : 'FAILS: '}Node.js, ${name}`);
  if (!isTrue) process.exit(1);
}

(async () => {
  const stackMob = { 'X-StackMob-API-Key': keys.STACKMOB_PUBLIC_KEY };
  const [created, todo] = await send('POST', 'https://api.stackmob.com/todo', stackMob, { title: 'Node' });
  const [found, again] = await read(`https://api.stackmob.com/todo/${todo.todo_id}`, stackMob);
  expect('StackMob', created === 201 && found === 200 && again.title === 'Node');
  const [, book] = await send('POST', 'https://baas.example.com/books', { secret: keys.MIA_SECRET }, { title: 'Node' });
  expect('Mia', book.title === 'Node');
  const [registered] = await send('POST', 'https://graph.example.com/v1/register', {}, {
    first_name: 'Ada', last_name: 'Lovelace', date_of_birth: '1815-12-10', email: 'node@example.com',
    password: 'engine1843',
  });
  expect('EGF2', registered === 200);
  const [, exchange] = await send('POST', 'https://tokens.appcenter.ms/v0.1/data/tokens',
    { 'App-Secret': keys.APPCENTER_APP_SECRET }, { partitions: ['readonly'] });
  const token = exchange.tokens[0];
  expect('App Center', token.status === 'Succeed');
  const [listed, documents] = await read(
    `https://${token.dbAccount}.documents.azure.com/dbs/mbaas/colls/appcenter/docs`, {
      Authorization: encodeURIComponent(token.token), 'x-ms-version': '2018-06-18',
      'x-ms-date': new Date().toUTCString(), 'x-ms-documentdb-partitionkey': '["readonly"]',
    });
  expect('Cosmos DB', listed === 200 && Array.isArray(documents.Documents));
  const [direct] = await send('GET', `${keys.GHOSTLIGHT_URL}/__ghostlight/v1/health`);
  expect('what is on this machine is called directly', direct === 200);
})().catch((error) => { console.error(error); process.exit(1); });
