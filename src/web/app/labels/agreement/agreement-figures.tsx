import type { JSX } from 'preact';
import type { Agreement, Coefficient } from '#core';
import type { ApiAgreement } from '#schema';
import { Foreign } from '../../../components/foreign.tsx';
import { IntervalBar } from '../../../components/interval-bar.tsx';
import { Panel } from '../../../components/panel.tsx';

type Figure = Pick<Coefficient, 'value' | 'interval'> | null;

/** Kappa and its relatives with their intervals, over all and for each pair of reviewers. */
export function AgreementFigures({ value }: { readonly value: ApiAgreement }): JSX.Element {
  const { pairs, alpha, reviewers, task } = value;
  const coefficients: readonly (readonly [string, Figure])[] = [
    ["Cohen's kappa", pairs.kappa],
    ["Gwet's AC1", pairs.ac1],
    ["Krippendorff's alpha", figureOf(alpha.alpha)],
  ];
  return (
    <Panel title="Before adjudication, with 95 % intervals">
      <ul class="figures">
        <FigureLine
          name={task === 'label' ? 'Same tool' : 'Same rating'}
          figure={pairs.raw}
          min={0}
        />
        {coefficients.map(([name, figure]) => (
          <FigureLine key={name} name={name} figure={figure} min={-1} />
        ))}
        {reviewers.length < 2
          ? null
          : reviewers.map(({ reviewers: [a, b], agreement }) => (
              <FigureLine
                key={`${a} ${b}`}
                name={`Kappa of ${a} and ${b}`}
                figure={kappa(agreement)}
                min={-1}
              />
            ))}
      </ul>
    </Panel>
  );
}

function kappa({ kappa: figure }: Agreement): Figure {
  return figure;
}

/** A coefficient may come without an interval. */
function figureOf(alpha: Coefficient | number | null): Figure {
  return typeof alpha === 'number' ? { value: alpha, interval: [alpha, alpha] } : alpha;
}

function FigureLine({
  name,
  figure,
  min,
}: {
  readonly name: string;
  readonly figure: Figure;
  /** Shares begin at 0, coefficients at -1; 0 is what chance would give. */
  readonly min: 0 | -1;
}): JSX.Element {
  return (
    <li>
      <span>
        <Foreign text={name} />
      </span>
      {figure === null ? (
        <span class="soft">undefined: too little variation</span>
      ) : (
        <>
          <b class="number">{figure.value.toFixed(2)}</b>
          <IntervalBar
            value={figure.value}
            interval={figure.interval}
            ticks={min === 0 ? [] : [0]}
            min={min}
            max={1}
            tone="plain"
          />
          <span class="soft small">
            {figure.interval[0].toFixed(2)} to {figure.interval[1].toFixed(2)}
          </span>
        </>
      )}
    </li>
  );
}
