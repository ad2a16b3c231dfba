import type { ChatUsage } from '../chat.ts';
import type { DriveFault } from '../codes.ts';
import { DriveError } from '../driver.ts';

/** An answer that came, and was paid for, and cannot be used. */
export class UnusableAnswer extends DriveError {
  readonly usage: ChatUsage | null;

  constructor(
    code: DriveFault,
    message: string,
    usage: ChatUsage | null,
    more: {
      readonly hint?: string;
      readonly isFinal?: boolean;
      readonly isUnpaid?: boolean;
    } = {},
  ) {
    super(code, message, more);
    this.usage = usage;
  }
}
