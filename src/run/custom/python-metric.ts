import { readFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { isJsonObject, type JsonObject, type PythonFold } from '#core';
import { CommandScorer } from './command-scorer.ts';
import { runError } from '../issues/run-codes.ts';

const TIMEOUT_MS = 60_000;

/** Reads one line with the code and the scores, and writes one line with what the code returns. */
const HOST = `
import asyncio, inspect, json, sys, types
class SampleScore(dict):
    def __init__(self, values):
        super().__init__(values)
        self.values = values
        self.metadata = {}
for name in ('latticeflow', 'latticeflow.assessment', 'latticeflow.assessment.dtypes', 'latticeflow.core', 'latticeflow.core.dtypes'):
    module = types.ModuleType(name)
    module.SampleScore = SampleScore
    sys.modules.setdefault(name, module)
answers, sys.stdout = sys.stdout, sys.stderr
asked = json.loads(sys.stdin.readline())
scope = {'__name__': 'metric'}
exec(compile(asked['code'], asked['name'], 'exec', dont_inherit=True), scope)
result = scope['compute_metrics']([SampleScore(one) for one in asked['scores']])
if inspect.isawaitable(result):
    async def wait():
        return await result
    result = asyncio.run(wait())
answers.write(json.dumps(result, allow_nan=False) + '\\n')
answers.flush()
`;

/** Calls `compute_metrics` of the user's Python with the outputs of all rows. */
export async function computeInPython(
  { source }: PythonFold,
  scores: readonly Readonly<Record<string, number>>[],
): Promise<JsonObject> {
  const name = 'file' in source ? source.file : 'compute_metrics_snippet';
  const python = process.platform === 'win32' ? 'python' : 'python3';
  const cwd = 'file' in source ? dirname(source.file) : process.cwd();
  let program: CommandScorer | null = null;
  try {
    const code = 'file' in source ? readFileSync(source.file, 'utf8') : source.text;
    program = new CommandScorer([python, '-c', HOST], cwd, TIMEOUT_MS);
    const answer = await program.ask({ code, name, scores });
    if (isJsonObject(answer)) return answer;
    throw new Error('did not return names with numbers');
  } catch (error) {
    throw runError(
      'MODULE_UNUSABLE',
      `the Python metric ${error instanceof Error ? error.message : String(error)}`,
      { hint: 'it defines compute_metrics(scores), which returns names with numbers' },
    );
  } finally {
    await program?.close();
  }
}
