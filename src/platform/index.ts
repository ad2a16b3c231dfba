export { expandPaths, type ExpandedPaths } from './expand-paths.ts';
export { FILE_CODES } from './file-issue.ts';
export { findRoot } from './find-root.ts';
export { insideRoot } from './inside-root.ts';
export { type OpenedFile, openFile, type OpenFile } from './open-file.ts';
export { posixRelative } from './posix-relative.ts';
export { type FileChunk, readChunks, type ReadOptions } from './read-chunks.ts';
export { type FileOutcome, writeFileAtomic } from './write-file-atomic.ts';
export { type OutputStream, type StreamOutcome, writeStream } from './write-stream.ts';
