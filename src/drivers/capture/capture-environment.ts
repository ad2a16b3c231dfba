/** What makes OpenTelemetry export everything to us, whatever the environment said before. */
export function captureEnvironment(
  url: string,
  inherited: Readonly<Record<string, string | undefined>>,
): Record<string, string> {
  const content = 'OTEL_INSTRUMENTATION_GENAI_CAPTURE_MESSAGE_CONTENT';
  return {
    OTEL_SDK_DISABLED: 'false',
    OTEL_TRACES_EXPORTER: 'otlp',
    OTEL_LOGS_EXPORTER: 'otlp',
    OTEL_TRACES_SAMPLER: 'always_on',
    OTEL_EXPORTER_OTLP_ENDPOINT: url,
    OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: `${url}/v1/traces`,
    OTEL_EXPORTER_OTLP_LOGS_ENDPOINT: `${url}/v1/logs`,
    OTEL_EXPORTER_OTLP_METRICS_ENDPOINT: `${url}/v1/metrics`,
    // All know it, which is not so for JSON and gRPC.
    OTEL_EXPORTER_OTLP_PROTOCOL: 'http/protobuf',
    OTEL_EXPORTER_OTLP_TRACES_PROTOCOL: 'http/protobuf',
    OTEL_EXPORTER_OTLP_LOGS_PROTOCOL: 'http/protobuf',
    OTEL_EXPORTER_OTLP_METRICS_PROTOCOL: 'http/protobuf',
    // Keys for another service are of no use here.
    OTEL_EXPORTER_OTLP_HEADERS: '',
    OTEL_EXPORTER_OTLP_TRACES_HEADERS: '',
    // A program that is killed has then lost little.
    OTEL_BSP_SCHEDULE_DELAY: '200',
    OTEL_BLRP_SCHEDULE_DELAY: '200',
    // Arguments and messages are left out unless asked for, and each generation of instrumentations is asked in its own words.
    OTEL_SEMCONV_STABILITY_OPT_IN: 'gen_ai_latest_experimental',
    [content]: inherited[content] ?? 'SPAN_ONLY',
    ...loopbackEnvironment(inherited),
  };
}

/** What leads out of the machine must not be asked for what is on it. */
export function loopbackEnvironment(
  inherited: Readonly<Record<string, string | undefined>>,
): Record<string, string> {
  const hosts = ['127.0.0.1', inherited['NO_PROXY'] ?? inherited['no_proxy'] ?? ''].join(',');
  return { NO_PROXY: hosts, no_proxy: hosts };
}
