/** The suite and the two traces of the main example. */
export const SUITE = `tests:
  - name: research-agent picks search then fetch
    type: agent
    agent: researcher
    runs: 1
    equal_function_sets:
      classes:
        - name: search
          members:
            - brave.web_search
            - google.search
        - name: fetch
          members:
            - http.get
      expect:
        - tool_selection.f1: { ">=": 80 }
`;

export const GOOD =
  '{"tool_calls":[{"name":"web_search","server":"brave"},{"name":"get","server":"http"}]}';
export const BAD =
  '{"tool_calls":[{"name":"search","server":"google"},{"name":"exec","server":"shell"}]}';

export const COVERAGE_SUITE = `dataset: samples.jsonl
scorers:
  - type: function_call_coverage
    function_calls: "{{ sample.function_calls }}"
    mode: any_order
  - type: function_call_coverage
    key: from_tools
    function_calls: "{{ sample.tools | map(attribute='name') | list }}"
  - type: function_call_coverage
    key: fixed
    function_calls: '["search", "calculator"]'
    mode: in_order
`;
