/** The suite of the example. */
export const SHOP_SUITE = `# The example of whichtool serve --demo: 112 labelled questions to a shop's assistant.
evals:
  - name: shop assistant
    dataset: questions.jsonl
    traces: traces.jsonl
    scorers:
      - type: tool_name_match
      - type: tool_args_match
      - type: failure_modes
      - type: usage
    expect:
      - tool_name_match: { ">=": 0.95 }
      - tool_args_match: { ">=": 0.9 }
      - per_tool.recall: { ">=": 0.8, min_support: 10 }
`;

/** The suite that the live traces of the example are scored by. */
export const SHOP_LIVE_SUITE = `# What must not happen in production. It needs no labels.
tests:
  - name: production
    select: { agent: shop-assistant }
    traces: production.jsonl
    call_checks: true
    usage: true
    expect:
      - hallucinated.calls: { "==": 0 }
      - failed.calls: { "==": 0 }
`;

/** How the reviewers of the example label. */
export const SHOP_GUIDE = `# How to label

Which tool should the assistant have called at this point? Write its name, or \`none\`.

1. Judge by what was known at this point, not by how it went on.
2. One order with its number needs \`get_order_status\`; a day needs \`get_shipping_eta\`.
3. \`get_order_history\` is for questions about several orders, or about the past.
4. A person is asked for by name only: \`create_ticket\`. Anger alone is not a reason.
5. Thanks and greetings need \`none\`.
`;
