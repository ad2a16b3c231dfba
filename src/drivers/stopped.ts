import { DriveError } from './driver.ts';

/** Why a run ends whose signal was aborted: what the one who aborted it says, where that is a reason of ours. */
export function stopped(signal: AbortSignal): DriveError {
  return signal.reason instanceof DriveError
    ? signal.reason
    : new DriveError('DRIVE_STOPPED', 'the run was stopped before it ended');
}
