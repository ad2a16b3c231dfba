import type { JSX } from 'preact';
import type { GateReport } from '#core';
import {
  formatInterval,
  formatNeed,
  formatValue,
  gateName,
  isJudged,
  judgeNotes,
  judgeParts,
  partGates,
  questionParts,
} from '#reporters';
import { Dotted } from '../../components/dotted.tsx';
import { Foreign, Name } from '../../components/foreign.tsx';
import { IntervalBar } from '../../components/interval-bar.tsx';
import { Panel } from '../../components/panel.tsx';
import { VerdictSign } from '../../components/verdict-badge.tsx';
import { Words } from '../../components/words.tsx';
import type { Measured } from '../data/report-source.ts';
import { useSuiteLinks } from '../address/use-suite-links.ts';
import { scaleOf } from '../figures/gate-scale.ts';

/** The gates, one line each, those that fail first; what a model may have decided is apart. */
export function GatesPanel({ measured }: { readonly measured: Measured }): JSX.Element {
  const { deterministic, judged } = partGates(measured.gates);
  const editor = useSuiteLinks(measured).edit(null);
  return (
    <Panel
      title="Gates"
      class="gates-panel"
      controls={editor === null ? null : <a href={editor}>Edit and see</a>}
    >
      {deterministic.length > 0 ? <GateTable gates={deterministic} measured={measured} /> : null}
      {measured.gates.length === 0 ? (
        <p class="soft">No gate: this passes whatever was measured. Set one with expect.</p>
      ) : null}
      {isJudged(measured) ? <Judged measured={measured} gates={judged} /> : null}
    </Panel>
  );
}

function Judged({ measured, gates }: GateParts): JSX.Element {
  const { judge } = measured;
  return (
    <div class="judged">
      <h3>Judged</h3>
      {gates.length === 0 ? null : <GateTable gates={gates} measured={measured} />}
      <p class="facts soft">
        <Dotted
          parts={(judge === undefined ? questionParts(judge) : judgeParts(judge)).map((part) => (
            <Words text={part} />
          ))}
        />
      </p>
      {judgeNotes(measured).map((note, i) => (
        <p class="soft" key={i}>
          <Words text={note} />
        </p>
      ))}
    </div>
  );
}

interface GateParts {
  readonly gates: readonly GateReport[];
  readonly measured: Measured;
}

function GateTable({ gates, measured }: GateParts): JSX.Element {
  const inOrder = gates.toSorted((a, b) => Number(a.pass) - Number(b.pass));
  return (
    <ul class="gates">
      {inOrder.map((gate, i) => (
        <Gate key={i} gate={gate} measured={measured} />
      ))}
    </ul>
  );
}

function Gate({
  gate,
  measured,
}: {
  readonly gate: GateReport;
  readonly measured: Measured;
}): JSX.Element {
  const { observed, interval, value, unit, outcome } = gate;
  const editor = useSuiteLinks(measured).edit(`gate:${gate.metric}`);
  const scale = scaleOf(gate);
  const notes = notesOf(gate);
  const ticks = (typeof value === 'number' ? [value] : value).map(scale.of);
  return (
    <li class={`gate ${outcome}`}>
      <span class="gate-name">
        <VerdictSign verdict={outcome} />{' '}
        {editor === null ? (
          <Name text={gateName(gate, measured.scores)} />
        ) : (
          <a href={editor} title="Edit this gate and see what follows">
            <Name text={gateName(gate, measured.scores)} />
          </a>
        )}
      </span>
      <span class="gate-value">{formatValue(observed, unit)}</span>
      <span
        class="gate-bar"
        title={interval === null ? '' : `95 % interval ${formatInterval(interval, unit)}`}
      >
        <IntervalBar
          value={observed === null ? null : scale.of(observed)}
          interval={interval}
          ticks={ticks}
          max={scale.max}
          tone={outcome}
        />
        {interval === null ? null : (
          <span class="unseen">{`95 % interval ${formatInterval(interval, unit)}`}</span>
        )}
      </span>
      <span class="gate-need">{`needs ${formatNeed(gate)}`}</span>
      {notes.length === 0 ? null : (
        <span class="gate-notes">
          <Dotted
            parts={notes.map((note) => (
              <Foreign text={note} />
            ))}
          />
        </span>
      )}
    </li>
  );
}

function notesOf(gate: GateReport): readonly string[] {
  const notes: string[] = [];
  // Advice on a gate that holds is among the metrics.
  if (gate.pass && !gate.certify && gate.corrected === undefined) return notes;
  if (gate.certify) notes.push('must be certified');
  if (gate.corrected !== undefined) notes.push('must hold corrected');
  if (gate.source === 'flag') notes.push('set on the command line');
  if (gate.note !== null) notes.push(gate.note);
  else if (gate.source === 'default') notes.push('default gate');
  return notes;
}
