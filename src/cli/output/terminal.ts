/** Whether a stream shows colours: a terminal does, unless NO_COLOR or FORCE_COLOR say otherwise. */
export function colorOf(stream: NodeJS.WriteStream): boolean {
  const { FORCE_COLOR, NO_COLOR, TERM } = process.env;
  if (NO_COLOR !== undefined && NO_COLOR !== '') return false;
  if (FORCE_COLOR !== undefined) return FORCE_COLOR !== '0' && FORCE_COLOR !== 'false';
  return stream.isTTY && TERM !== 'dumb';
}

const WITHOUT_TERMINAL = 100;

/** How wide a stream is; a pipe is as wide as COLUMNS says, otherwise as a usual terminal. */
export function widthOf(stream: Pick<NodeJS.WriteStream, 'isTTY' | 'columns'>): number {
  if (stream.isTTY && stream.columns > 0) return stream.columns;
  const { COLUMNS = '' } = process.env;
  return /^[1-9]\d{0,3}$/.test(COLUMNS) ? Number(COLUMNS) : WITHOUT_TERMINAL;
}
