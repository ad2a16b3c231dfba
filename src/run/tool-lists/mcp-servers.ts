// Loaded where servers are named: a list of tools needs neither their protocol nor their processes.
export { DriveError, readMcpJson, ServerSource } from '#drivers';
