import { agentFrameworkFormat } from './agent-framework/index.ts';
import { aiSdkFormat } from './ai-sdk/index.ts';
import { anthropicFormat } from './anthropic/index.ts';
import { atifFormat } from './atif/index.ts';
import { autogenFormat } from './autogen/index.ts';
import { bedrockFormat } from './bedrock/index.ts';
import { braintrustFormat } from './braintrust/index.ts';
import { claudeCodeFormat } from './claude-code/index.ts';
import { geminiFormat } from './gemini/index.ts';
import { inspectAiFormat } from './inspect-ai/index.ts';
import { langchainFormat } from './langchain/index.ts';
import { langfuseFormat } from './langfuse/index.ts';
import { langsmithFormat } from './langsmith/index.ts';
import { mastraFormat } from './mastra/index.ts';
import { mcpWireFormat } from './mcp-wire/index.ts';
import { mlflowFormat } from './mlflow/index.ts';
import { nativeFormat } from './native/index.ts';
import { openAiAgentsFormat } from './openai-agents/index.ts';
import { openAiChatFormat } from './openai-chat/index.ts';
import { openAiResponsesFormat } from './openai-responses/index.ts';
import { openHandsFormat } from './openhands/index.ts';
import { openInferenceFormat } from './openinference/index.ts';
import { opikFormat } from './opik/index.ts';
import { otlpFormat } from './otlp/index.ts';
import { pydanticAiFormat } from './pydantic-ai/index.ts';
import { semanticKernelFormat } from './semantic-kernel/index.ts';
import { smolagentsFormat } from './smolagents/index.ts';
import { strandsFormat } from './strands/index.ts';
import { sweAgentFormat } from './swe-agent/index.ts';
import { tauBenchFormat } from './tau-bench/index.ts';
import { tau2BenchFormat } from './tau2-bench/index.ts';
import type { TraceFormat } from '../trace-format.ts';
import { codexFormat } from './codex/index.ts';
import { codexExecFormat } from './codex-exec/index.ts';
import { cursorFormat } from './cursor/index.ts';
import { copilotCliFormat } from './copilot-cli/index.ts';
import { geminiCliFormat } from './gemini-cli/index.ts';
import { opencodeFormat } from './opencode/index.ts';
import { acpFormat } from './acp/index.ts';
import { qwenCodeFormat } from './qwen-code/index.ts';

/** Every trace format, in the order of detection: the most specific first. */
export const FORMATS: readonly TraceFormat[] = [
  atifFormat,
  tau2BenchFormat,
  tauBenchFormat,
  sweAgentFormat,
  openAiAgentsFormat,
  mlflowFormat,
  otlpFormat,
  openInferenceFormat,
  langsmithFormat,
  braintrustFormat,
  langfuseFormat,
  opikFormat,
  inspectAiFormat,
  codexFormat,
  codexExecFormat,
  copilotCliFormat,
  geminiCliFormat,
  opencodeFormat,
  acpFormat,
  mcpWireFormat,
  cursorFormat,
  qwenCodeFormat,
  claudeCodeFormat,
  mastraFormat,
  autogenFormat,
  openHandsFormat,
  smolagentsFormat,
  strandsFormat,
  pydanticAiFormat,
  semanticKernelFormat,
  agentFrameworkFormat,
  geminiFormat,
  bedrockFormat,
  aiSdkFormat,
  langchainFormat,
  openAiResponsesFormat,
  anthropicFormat,
  openAiChatFormat,
  nativeFormat,
];
