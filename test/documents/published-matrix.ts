/** The published matrix: expected tools by row, called tools by column, 300 cases. */
const TOOLS = ['get_order_status', 'get_order_history', 'get_shipping_eta', 'none'] as const;
const COUNTS = [
  [142, 18, 3, 1],
  [0, 47, 0, 0],
  [9, 1, 22, 0],
  [4, 2, 0, 51],
] as const;

/** Status and ETA take an order, the history a user. */
const ARGUMENTS: Readonly<Record<string, object>> = {
  get_order_status: { order_id: 'ORD-9182' },
  get_order_history: { user_id: 'u-1' },
  get_shipping_eta: { order_id: 'ORD-9182' },
};

/** A row for each case of the matrix, with its label and the call that was made. */
export const MATRIX_ROWS: readonly object[] = TOOLS.flatMap((expected, row) =>
  TOOLS.flatMap((called, column) =>
    Array.from({ length: COUNTS[row]![column]! }, (_, i) => ({
      id: `${expected}-${called}-${i}`,
      input: 'where is my package?',
      expected_tool: expected,
      ...(expected === 'none' ? {} : { expected_args: ARGUMENTS[expected] }),
      tool_calls: called === 'none' ? [] : [{ name: called, arguments: ARGUMENTS[called] }],
    })),
  ),
);
