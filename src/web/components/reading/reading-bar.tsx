import type { JSX } from 'preact';
import { Button } from '../button.tsx';
import { ROLE_WORDS } from './role-words.ts';
import type { ReadingControl, Role } from './reading.ts';

/** Opens and closes all long parts, those of a role, and shows values as recorded. */
export function ReadingBar({ control, roles, keys }: BarParts): JSX.Element {
  const { reading, setFold, toggleRaw, toggleRole } = control;
  return (
    <div class="reading-bar" role="group" aria-label="How it is shown">
      <Button
        look="quiet"
        class="small"
        aria-pressed={reading.fold === 'open'}
        {...(keys === undefined ? {} : { shortcut: keys.expand })}
        onClick={() => setFold(reading.fold === 'open' ? null : 'open')}
      >
        Expand all
      </Button>
      <Button
        look="quiet"
        class="small"
        aria-pressed={reading.fold === 'closed'}
        onClick={() => setFold(reading.fold === 'closed' ? null : 'closed')}
      >
        Collapse all
      </Button>
      <Button
        look="quiet"
        class="small"
        aria-pressed={reading.isRaw}
        title="Arguments and results as recorded"
        {...(keys === undefined ? {} : { shortcut: keys.raw })}
        onClick={toggleRaw}
      >
        Raw
      </Button>
      {roles.length < 2 ? null : (
        <span class="reading-roles" role="group" aria-label="Collapse by role">
          <span class="soft small">Collapse</span>
          {roles.map((role) => (
            <button
              key={role}
              type="button"
              class="chip small"
              aria-pressed={reading.closedRoles.has(role)}
              title={`Texts of ${ROLE_WORDS[role]} as a line each`}
              onClick={() => toggleRole(role)}
            >
              {ROLE_WORDS[role]}
            </button>
          ))}
        </span>
      )}
    </div>
  );
}

interface BarParts {
  readonly control: ReadingControl;
  /** Who says something in what is shown. */
  readonly roles: readonly Role[];
  /** The keys that do the same, where there are some. */
  readonly keys?: { readonly expand: string; readonly raw: string } | undefined;
}
