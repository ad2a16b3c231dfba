import type { DriveFault } from '../codes.ts';
import { DriveError } from '../driver.ts';

/** A failure that may pass: the same request may succeed later. */
export class TransientError extends DriveError {
  /** How long the provider asks to wait; null where it does not say. */
  readonly waitMs: number | null;
  /** Whether there were too many requests, which concerns everybody who asks. */
  readonly isRateLimit: boolean;

  constructor(
    code: DriveFault,
    message: string,
    {
      waitMs = null,
      isRateLimit = false,
      isUnpaid = false,
    }: {
      readonly waitMs?: number | null;
      readonly isRateLimit?: boolean;
      readonly isUnpaid?: boolean;
    } = {},
  ) {
    super(code, message, { isUnpaid });
    this.waitMs = waitMs;
    this.isRateLimit = isRateLimit;
  }
}
