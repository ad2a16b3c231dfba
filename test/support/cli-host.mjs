// Runs command lines one after the other in one process: what a start costs is paid once.
// Request: { args, cwd, env, input }. Reply: { code, stdout, stderr }.
import { Readable, Writable } from 'node:stream';
import * as bundled from '../../dist/cli/program.js';

// The bundler names what a file exports; the program is the part that runs command lines.
const { runProgram } = Object.values(bundled).find((part) => 'runProgram' in part);

const [VERSION = ''] = process.argv.slice(2);

process.on('message', async ({ args, cwd, env, input }) => {
  process.chdir(cwd);
  for (const name of Object.keys(process.env)) if (!(name in env)) delete process.env[name];
  Object.assign(process.env, env);
  process.argv = [process.argv[0], process.argv[1], ...args];
  const stdout = collector();
  const stderr = collector();
  replaceStream('stdin', Readable.from([Buffer.from(input)], { objectMode: false }));
  replaceStream('stdout', stdout.stream);
  replaceStream('stderr', stderr.stream);
  const code = await runProgram(args, VERSION);
  // The folder of a test is removed while the process waits.
  process.chdir('/');
  process.send({ code, stdout: stdout.text(), stderr: stderr.text() });
});
process.on('disconnect', () => process.exit());

function replaceStream(name, value) {
  Object.defineProperty(process, name, { value, configurable: true });
}

function collector() {
  const chunks = [];
  const stream = new Writable({
    write(chunk, _encoding, done) {
      // A copy: the writer may use its buffer again.
      chunks.push(Buffer.from(chunk));
      done();
    },
  });
  return { stream, text: () => Buffer.concat(chunks).toString('utf8') };
}
