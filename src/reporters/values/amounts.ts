export function money(value: number): string {
  return value >= 1 ? value.toFixed(2) : String(Math.round(value * 1e6) / 1e6);
}

export function duration(ms: number): string {
  if (ms < 1000) return `${ms} ms`;
  return ms < 60_000 ? `${(ms / 1000).toFixed(1)} s` : `${(ms / 60_000).toFixed(1)} min`;
}
