/** One figure of a process. */
export type Metric = readonly [
  name: string,
  type: 'gauge' | 'counter',
  help: string,
  value: number,
];

/** Figures of a process in the text format of Prometheus. Every process has its version, readiness and memory. */
export function formatMetrics(
  kind: 'server' | 'worker',
  version: string,
  isReady: boolean,
  metrics: readonly Metric[],
): string {
  const prefix = `whichtool_${kind}_`;
  const all: readonly Metric[] = [
    ['ready', 'gauge', 'Whether it can do its work.', isReady ? 1 : 0],
    ['memory_bytes', 'gauge', 'Resident memory of the process.', process.memoryUsage.rss()],
    ...metrics,
  ];
  const lines = [
    ...formatHead(`${prefix}info`, 'gauge', 'The version of whichtool.'),
    `${prefix}info{version="${version}"} 1`,
    ...all.flatMap(([name, type, help, value]) => [
      ...formatHead(prefix + name, type, help),
      `${prefix}${name} ${value}`,
    ]),
  ];
  return `${lines.join('\n')}\n`;
}

function formatHead(name: string, type: string, help: string): readonly string[] {
  return [`# HELP ${name} ${help}`, `# TYPE ${name} ${type}`];
}
