import type { GateReport } from '#core';

const SVG = 'http://www.w3.org/2000/svg';

/** A bar from nothing to all: what was observed, the interval around it, and a mark at the gate. */
export function gauge({ unit, observed, value, interval, outcome }: GateReport): SVGElement | null {
  if (observed === null || (unit !== 'percent' && unit !== 'ratio')) return null;
  const scale = unit === 'percent' ? 1 : 100;
  const svg = document.createElementNS(SVG, 'svg');
  svg.setAttribute('class', `gauge ${outcome}`);
  svg.setAttribute('viewBox', '0 0 100 10');
  svg.setAttribute('preserveAspectRatio', 'none');
  svg.setAttribute('aria-hidden', 'true');
  rect(svg, 'track', 0, 100, 3, 4);
  rect(svg, 'fill', 0, observed * scale, 3, 4);
  if (interval !== null) rect(svg, 'range', interval[0] * 100, interval[1] * 100, 4.5, 1);
  for (const mark of typeof value === 'number' ? [value] : value) {
    rect(svg, 'mark', mark * scale - 0.6, mark * scale + 0.6, 0, 10);
  }
  return svg;
}

function rect(
  svg: SVGElement,
  className: string,
  from: number,
  to: number,
  top: number,
  height: number,
): void {
  const shape = document.createElementNS(SVG, 'rect');
  const start = Math.min(Math.max(from, 0), 98.8);
  shape.setAttribute('class', className);
  shape.setAttribute('x', String(start));
  shape.setAttribute('y', String(top));
  shape.setAttribute('width', String(Math.max(0, Math.min(to, 100) - start)));
  shape.setAttribute('height', String(height));
  svg.append(shape);
}
