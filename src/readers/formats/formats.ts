import { aiSdkFormat } from './ai-sdk/index.ts';
import { anthropicFormat } from './anthropic/index.ts';
import { atifFormat } from './atif/index.ts';
import { autogenFormat } from './autogen/index.ts';
import { claudeCodeFormat } from './claude-code/index.ts';
import { inspectAiFormat } from './inspect-ai/index.ts';
import { geminiFormat } from './gemini/index.ts';
import { langchainFormat } from './langchain/index.ts';
import { langfuseFormat } from './langfuse/index.ts';
import { langsmithFormat } from './langsmith/index.ts';
import { mastraFormat } from './mastra/index.ts';
import { mcpWireFormat } from './mcp-wire/index.ts';
import { nativeFormat } from './native/index.ts';
import { openAiAgentsFormat } from './openai-agents/index.ts';
import { openAiChatFormat } from './openai-chat/index.ts';
import { openAiResponsesFormat } from './openai-responses/index.ts';
import { openInferenceFormat } from './openinference/index.ts';
import { otlpFormat } from './otlp/index.ts';
import { tau2BenchFormat } from './tau2-bench/index.ts';
import { tauBenchFormat } from './tau-bench/index.ts';
import type { TraceFormat } from '../trace-format.ts';

/** Every trace format, in the order of detection: the most specific first. */
export const FORMATS: readonly TraceFormat[] = [
  atifFormat,
  tau2BenchFormat,
  tauBenchFormat,
  openAiAgentsFormat,
  otlpFormat,
  openInferenceFormat,
  langsmithFormat,
  langfuseFormat,
  inspectAiFormat,
  mcpWireFormat,
  claudeCodeFormat,
  mastraFormat,
  autogenFormat,
  geminiFormat,
  aiSdkFormat,
  langchainFormat,
  openAiResponsesFormat,
  anthropicFormat,
  openAiChatFormat,
  nativeFormat,
];
