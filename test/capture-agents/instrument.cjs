// Registers real instrumentations, as their own documentation says, and exports over OTLP. No span is opened here.
const { registerInstrumentations } = require('@opentelemetry/instrumentation');
const { BatchSpanProcessor, NodeTracerProvider } = require('@opentelemetry/sdk-trace-node');
const { OTLPTraceExporter } = require('@opentelemetry/exporter-trace-otlp-http');
const { BatchLogRecordProcessor, LoggerProvider } = require('@opentelemetry/sdk-logs');
const { OTLPLogExporter } = require('@opentelemetry/exporter-logs-otlp-http');

const INSTRUMENTATIONS = {
  'otel-openai': (options) => {
    const { OpenAIInstrumentation } = require('@opentelemetry/instrumentation-openai');
    return new OpenAIInstrumentation({ captureMessageContent: options.content });
  },
  'openinference-openai': () => {
    const { OpenAIInstrumentation } = require('@arizeai/openinference-instrumentation-openai');
    return new OpenAIInstrumentation();
  },
  'openllmetry-openai': (options) => {
    const { OpenAIInstrumentation } = require('@traceloop/instrumentation-openai');
    return new OpenAIInstrumentation({ traceContent: options.content, enrichTokens: false });
  },
  'openllmetry-langchain': () => {
    const { LangChainInstrumentation } = require('@traceloop/instrumentation-langchain');
    return new LangChainInstrumentation();
  },
  'openinference-langchain': () => {
    const {
      LangChainInstrumentation,
    } = require('@arizeai/openinference-instrumentation-langchain');
    const instrumentation = new LangChainInstrumentation();
    instrumentation.manuallyInstrument(require('@langchain/core/callbacks/manager'));
    return instrumentation;
  },
};

/** Registers the instrumentations of these names; returns how to send what they recorded. */
exports.instrument = function instrument(names, options = { content: true }) {
  const tracerProvider = new NodeTracerProvider({
    spanProcessors: [new BatchSpanProcessor(new OTLPTraceExporter())],
  });
  tracerProvider.register();
  const loggerProvider = new LoggerProvider({
    processors: [new BatchLogRecordProcessor({ exporter: new OTLPLogExporter() })],
  });
  const instrumentations = names.map((name) => INSTRUMENTATIONS[name](options));
  registerInstrumentations({ instrumentations, tracerProvider, loggerProvider });
  return async () => {
    await tracerProvider.shutdown();
    await loggerProvider.shutdown();
  };
};
