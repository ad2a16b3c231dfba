const SUITE = `# yaml-language-server: $schema=./node_modules/whichtool/schema/suite.json
# Which tool did the agent pick, and was it the right one?
classes:
  - name: search          # tools that do the same job: any one of them will do
    members: [brave.web_search, google.search]
  - name: fetch
    members: [http.get]

tests:
  - name: research-agent picks search then fetch
    agent: researcher
    traces: traces/*.json # recorded runs of the agent, one file or many
    equal_function_sets:
      classes: [search, fetch]
      dependencies: [[search, fetch]] # search comes before fetch
      expect:
        - tool_selection.f1: { ">=": 80 }
        - tool_selection.order_violations: { "==": 0 }
    function_call_coverage:
      function_calls: [http.get]
`;

function trace(run: number, tool: { name: string; server: string }): string {
  const value = {
    id: `example-${run}`,
    test: 'research-agent picks search then fetch',
    agent: 'researcher',
    run,
    input: 'find and read the announcement',
    tool_calls: [
      { ...tool, arguments: { q: 'announcement' }, status: 'ok' },
      { name: 'get', server: 'http', arguments: { url: 'https://example.com/news' }, status: 'ok' },
    ],
    output: 'The announcement was made on 3 May.',
  };
  return `${JSON.stringify(value, null, 2)}\n`;
}

const WORKFLOW = `name: whichtool
on: [push, pull_request]
permissions:
  contents: read
jobs:
  tool-calls:
    runs-on: ubuntu-latest
    steps:
      - uses: actions/checkout@v4
      - uses: actions/setup-node@v4
        with: { node-version: 22 }
      - run: npx --yes whichtool run --reporter github --reporter html=whichtool.html
      - uses: actions/upload-artifact@v4
        if: always()
        with: { name: whichtool, path: whichtool.html }
`;

/** The files of a first example, by path; in a folder of its own where one is named, but for the job, which CI finds in one place only. */
export function starterFiles(folder: string | null): ReadonlyMap<string, string> {
  const prefix = folder === null ? '' : `${folder}/`;
  return new Map([
    [`${prefix}whichtool.yaml`, folder === null ? SUITE : SUITE.replace('=./', '=../')],
    [`${prefix}traces/example-1.json`, trace(1, { name: 'web_search', server: 'brave' })],
    [`${prefix}traces/example-2.json`, trace(2, { name: 'search', server: 'google' })],
    [
      '.github/workflows/whichtool.yml',
      folder === null ? WORKFLOW : WORKFLOW.replace('whichtool run', `whichtool run ${folder}`),
    ],
  ]);
}
