import { formatTool, type Issue, type ListedTool, UserError } from '#core';
import { type ChatModel, DriveError } from '#drivers';
import { draftRequest } from './draft-request.ts';
import { openDrafter } from './open-drafter.ts';
import { parseDrafts } from './parse-drafts.ts';
import { runIssue } from '../issues/run-codes.ts';

/** Who drafts, and within which limits. */
export interface DraftOptions {
  /** Provider and name, such as `openai:gpt-5-mini`. */
  readonly model: string;
  /** Null is the vendor's own. */
  readonly baseUrl: string | null;
  /** The variable that holds the key; null is the vendor's usual one. */
  readonly apiKeyEnv: string | null;
  /** How often the model is asked at most, in all; null is as often as it takes. */
  readonly maxCalls: number | null;
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly signal: AbortSignal;
  /** Called after each tool, with or without drafts. */
  readonly onDone: () => void;
}

/** What was drafted. */
export interface DraftedPrompts {
  /** By tool; one whose drafts failed is not there. */
  readonly prompts: ReadonlyMap<ListedTool, readonly string[]>;
  /** Warnings that name the tools without drafts; one for all that were not asked about any more. */
  readonly issues: readonly Issue[];
}

const AT_ONCE = 4;
/** How often a tool is asked about whose drafts cannot be used. */
const ATTEMPTS = 2;
const FAILURES_TOLD = 20;

/** Asks a model for the prompts of each tool. Throws a UserError where it cannot be asked, and what the signal ended. */
export async function draftAll(
  tools: readonly ListedTool[],
  options: DraftOptions,
): Promise<DraftedPrompts> {
  return new Drafting(openDrafter(options), options).draft(tools);
}

class Drafting {
  readonly #model: ChatModel;
  readonly #options: DraftOptions;
  readonly #prompts = new Map<ListedTool, readonly string[]>();
  readonly #failed = new Map<ListedTool, string>();
  /** Why no other tool can be asked about. */
  #end: Issue | null = null;

  constructor(model: ChatModel, options: DraftOptions) {
    this.#model = model;
    this.#options = options;
  }

  async draft(tools: readonly ListedTool[]): Promise<DraftedPrompts> {
    const waiting = tools.values();
    const work = async (): Promise<void> => {
      for (const tool of waiting) {
        if (this.#end !== null) return;
        await this.#draftFor(tool);
        this.#options.onDone();
      }
    };
    await Promise.all(Array.from({ length: AT_ONCE }, work));
    // A key or a name that is wrong is to be put right, not to be worked around.
    if (this.#end !== null && this.#prompts.size === 0) throw new UserError([this.#end]);
    return { prompts: this.#prompts, issues: this.#issuesOf(tools) };
  }

  async #draftFor(tool: ListedTool): Promise<void> {
    const { signal } = this.#options;
    try {
      let complaint: string | null = null;
      for (let attempt = 1; attempt <= ATTEMPTS; attempt++) {
        const { text } = await this.#model.answer(draftRequest(tool, complaint), signal);
        const drafts = parseDrafts(text, tool.name);
        if (drafts.ok) {
          this.#prompts.set(tool, drafts.prompts);
          return;
        }
        complaint = drafts.message;
      }
      this.#failed.set(tool, `what the model answered cannot be used: ${complaint}`);
    } catch (error) {
      if (!(error instanceof DriveError) || signal.aborted) throw error;
      if (error.isFinal || this.#isSilent(error)) this.#end ??= error.issue;
      else this.#failed.set(tool, error.message);
    }
  }

  /** Whether the model has not answered once: it was asked patiently, and another tool would wait as long. */
  #isSilent({ issue }: DriveError): boolean {
    return issue.code === 'MODEL_FAILED' && this.#prompts.size === 0;
  }

  #issuesOf(tools: readonly ListedTool[]): Issue[] {
    const failed = tools.filter((tool) => this.#failed.has(tool));
    const issues = failed
      .slice(0, FAILURES_TOLD)
      .map((tool) => warning(formatTool(tool), this.#failed.get(tool) ?? ''));
    const more = failed.length - issues.length;
    if (more > 0) issues.push(warning(`${more} more tools`, 'as for these'));
    const left = tools.length - this.#prompts.size - failed.length;
    if (this.#end !== null) issues.push(warning(`${left} tools`, this.#end.message));
    return issues;
  }
}

function warning(what: string, why: string): Issue {
  const message = `no prompts were drafted for ${what}: ${why}`;
  const hint = 'the description stands as prompt';
  return runIssue('DRAFT_FAILED', message, { hint });
}
