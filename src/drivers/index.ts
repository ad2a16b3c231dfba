export { driveError, driveIssue } from './codes.ts';
export type {
  AnswerSchema,
  ChatAnswer,
  ChatCall,
  ChatImage,
  ChatMessage,
  ChatPart,
  ChatModel,
  ChatRequest,
  ChatUsage,
  ModelSettings,
  ToolChoice,
} from './chat.ts';
export {
  type CapturedOutput,
  DriveError,
  type Driver,
  type DriveOutput,
  type DriveResult,
  type DriveTask,
} from './driver.ts';
export type { OfferedTool, ToolHost, ToolResult, ToolSession } from './tool-session.ts';
export { callableTools } from './tool-session.ts';
export { CatalogSource } from './mcp/catalog-source.ts';
export { readMcpJson } from './mcp/read-mcp-json.ts';
export { ServerSource } from './mcp/server-source.ts';
export type { HttpServer, ServerDeadlines, ServerSpec, StdioServer } from './mcp/server-spec.ts';
export { signIn } from './mcp/sign-in.ts';
export { keptSecrets } from './mcp/oauth/token-store.ts';
export type { ToolMerge } from './mcp/merge-tools.ts';
export { type OfferOptions, offerTools } from './mcp/tool-host.ts';
export type { ToolMock, ToolMocks } from './mcp/tool-mocks.ts';
export type { SourceTool } from './mcp/tool-source.ts';
export { LEXICAL_NOTE, lexicalModel } from './lexical/lexical-model.ts';
export { ModelDriver } from './model-driver/model-driver.ts';
export type { ChatExample } from './model-driver/examples-text.ts';
export { openAiSdkModel } from './models/ai-sdk-model.ts';
export { Budget, type BudgetLimits, type Settle, type SpendingLimit } from './models/budget.ts';
export type { ModelLimits } from './models/limit-model.ts';
export {
  addSpending,
  maxSpending,
  NOTHING,
  type Spending,
  spendingOf,
  toBillionths,
} from './models/spending.ts';
export { UnusableAnswer } from './models/unusable-answer.ts';
export { findKey } from './models/find-key.ts';
export type { ModelOptions, ModelProvider } from './models/model-options.ts';
export { costOf, type Prices } from './models/prices.ts';
export { MODEL_WORLD, type ModelWorld } from './models/model-world.ts';
export { TransientError } from './models/transient-error.ts';
export { openModel } from './models/open-model.ts';
export {
  estimateTokens,
  MAX_PAUSE_MS,
  PAUSE_MS,
  type RateGate,
  RateLimits,
} from './models/rate-limits.ts';
export { serverOf, ToolRules } from './capture/tool-rules.ts';
export { openCapture } from './capture/capture.ts';
export type { ModelExchange } from './capture/model-proxy/model-exchange.ts';
export { runInForeground } from './capture/run-in-foreground.ts';
export { AcpDriver } from './acp/acp-driver.ts';
export { PRESETS } from './presets/presets.ts';
export type { BeginUser } from './user/simulated-user.ts';
export { modelUser } from './user/model-user.ts';
export { scriptedUser } from './user/scripted-user.ts';
export { CommandDriver } from './command/command-driver.ts';
export { CommandSessionDriver } from './command/command-session-driver.ts';
export type { SessionOutput } from './driver.ts';
export { HttpDriver } from './http/http-driver.ts';
export { ModuleDriver } from './module/module-driver.ts';
export { stripComments } from './mcp/strip-comments.ts';
export { explainEnd, extendFirstLine } from './program-failure/explain-end.ts';
