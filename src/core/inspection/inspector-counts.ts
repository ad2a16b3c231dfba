/** Figures of all runs, as plain data. */
export interface InspectorCounts {
  runs: number;
  calls: number;
  withoutStatus: number;
  withoutOutcome: number;
  withoutTools: number;
  withoutServers: number;
  partial: number;
  tokens: number;
  runsWithTokens: number;
  /** In billionths. */
  cost: number;
  runsWithCost: number;
}

export function emptyCounts(): InspectorCounts {
  return {
    runs: 0,
    calls: 0,
    withoutStatus: 0,
    withoutOutcome: 0,
    withoutTools: 0,
    withoutServers: 0,
    partial: 0,
    tokens: 0,
    runsWithTokens: 0,
    cost: 0,
    runsWithCost: 0,
  };
}
