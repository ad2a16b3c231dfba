import type { JSX } from 'preact';
import { VIEW_PATHS } from '#schema';
import { Button } from '../../components/button.tsx';
import { visit } from '../address/use-address.ts';
import { savePlace, type TourPlace } from './tour-state.ts';

/** Begins the tour again, in the bar: there it covers nothing. */
export function TourButton({
  setPlace,
}: {
  readonly setPlace: (place: TourPlace) => void;
}): JSX.Element {
  const begin = (): void => {
    savePlace(0);
    setPlace(0);
    visit(VIEW_PATHS.overview);
  };
  return (
    <Button look="quiet" class="small" onClick={begin}>
      Tour
    </Button>
  );
}
