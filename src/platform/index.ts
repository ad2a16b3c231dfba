export { appendLines } from './append-lines.ts';
export { Deadline } from './deadline.ts';
export { explainMissing } from './explain-missing.ts';
export { expandPaths, TRACE_FILE, expandTraces } from './expand-paths.ts';
export {
  errorCode,
  fileError,
  fileIssue,
  textIssue,
  type FileFailure,
  fileShrunk,
  readFailure,
  writeFailure,
} from './file-issue.ts';
export { findRoot } from './find-root.ts';
export { joinText, type TextChunks } from './gather-text.ts';
export { type Api, type ApiAnswer, ApiClient, type ApiRequest } from './http/api-client.ts';
export { type ApiContext, WORLD } from './http/api-context.ts';
export { breakCode, describeBreak } from './http/describe-break.ts';
export { readEndpoint, readKey, readVariable, requireKey } from './http/environment.ts';
export { langsmithApi } from './http/langsmith-api.ts';
export { readBody } from './http/read-body.ts';
export { retryAfterMs } from './http/retry-after.ts';
export { sourceError, type SourceFailure, sourceIssue } from './http/source-issue.ts';
export { beforeKill } from './before-kill.ts';
export { insideRoot } from './inside-root.ts';
export { isLink } from './is-link.ts';
export { displayPath } from './display-path.ts';
export { loadPeer } from './load-peer.ts';
export { lockFile } from './lock-file.ts';
export { openFile } from './open-file.ts';
export { withRegularFile } from './with-regular-file.ts';
export { limitHeapGrowth } from './limit-heap-growth.ts';
export { limitYoungSpace } from './limit-young-space.ts';
export { nowMs } from './now-ms.ts';
export { inlineLess, optimizeLate } from './optimize-late.ts';
export { openZip, type ZipMember } from './zip/open-zip.ts';
export type { Signal } from './otlp/decode-otlp.ts';
export { isJsonType, readOtlpRequest } from './otlp/read-request.ts';
export { findProjectFiles } from './project-files/find-project-files.ts';
export { posixRelative } from './posix-relative.ts';
export { type FileChunk, readChunks } from './read-chunks.ts';
export { readWhole } from './read-whole.ts';
export { removeAbandoned } from './remove-abandoned.ts';
export { TemporaryFile } from './temporary-file.ts';
export { allowedEnvironment } from './subprocess/allowed-environment.ts';
export { type Program, type ProgramEnd, startProgram } from './subprocess/start-program.ts';
export { unpackChunks } from './unpack/unpack-chunks.ts';
export { makeFolder } from './make-folder.ts';
export { type FileOutcome, writeFileAtomic } from './write-file-atomic.ts';
export { writeFileDurably, writeFileQuickly } from './write-file-durably.ts';
export { writeStream } from './write-stream.ts';
