/** The variables that make OpenTelemetry send to this server, in the names that all its SDKs read. */
export function sendingEnvironment(
  origin: string,
  token: string,
): readonly (readonly [name: string, value: string])[] {
  return [
    ['OTEL_EXPORTER_OTLP_ENDPOINT', origin],
    ['OTEL_EXPORTER_OTLP_PROTOCOL', 'http/protobuf'],
    // Values are URL-encoded by the specification, so that the space is %20.
    ['OTEL_EXPORTER_OTLP_HEADERS', `Authorization=Bearer%20${token}`],
    ['OTEL_TRACES_EXPORTER', 'otlp'],
    ['OTEL_LOGS_EXPORTER', 'otlp'],
    // Arguments and messages are only recorded where they are asked for.
    ['OTEL_SEMCONV_STABILITY_OPT_IN', 'gen_ai_latest_experimental'],
    ['OTEL_INSTRUMENTATION_GENAI_CAPTURE_MESSAGE_CONTENT', 'SPAN_ONLY'],
  ];
}
