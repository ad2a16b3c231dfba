/** A scorer is a function: the row and its native trace in, named integers out. */
export default function budget(row, trace) {
  const calls = trace.tool_calls.length;
  return { calls, pass: calls <= 3 };
}
