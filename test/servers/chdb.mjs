// The current ClickHouse as a library, behind an HTTP interface on loopback: `node chdb.mjs <folder of packages>`.
// It is a process of its own, since the library may crash when its process ends.
import { createServer } from 'node:http';
import { createRequire } from 'node:module';
import { join } from 'node:path';

const { Session } = createRequire(join(process.argv[2], 'node_modules/'))('chdb');
const session = new Session();

const server = createServer((request, response) => {
  const chunks = [];
  request.on('data', (chunk) => chunks.push(chunk));
  request.on('end', () => {
    try {
      apply(new URL(request.url ?? '/', 'http://chdb').searchParams);
      response.end(session.query(Buffer.concat(chunks).toString('utf8'), 'JSONEachRow'));
    } catch (error) {
      response.writeHead(500);
      response.end(String(error.message));
    }
  });
});
// A test may compute for longer than connections are kept by default.
server.keepAliveTimeout = 0;
server.listen(0, '127.0.0.1', () => process.stdout.write(`${server.address().port}\n`));

/** Settings that a client sends beside a statement, as a server applies them. */
function apply(parameters) {
  for (const [name, value] of parameters)
    if (name.startsWith('max_')) session.query(`SET ${name} = ${Number(value)}`);
}
