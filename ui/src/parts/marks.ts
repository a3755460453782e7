/** Marks of errors in the text that was sent. */
import { ApiError } from '../api/error';
import { placesNamed } from '../logic/places';
import type { Mark } from './editor';

/** Places of an error, as the gateway or the engine gives them; else of what it names in the text. */
export function marksOf(error: Error | undefined, text = ''): Mark[] {
  if (!(error instanceof ApiError)) return [];
  const { line, column } = error.details;
  if (typeof line === 'number') {
    return [{ line, column: typeof column === 'number' ? column : undefined, message: error.message }];
  }
  return error.errors.flatMap(({ message, locations = [] }) => {
    if (locations.length > 0) return locations.map((place) => ({ ...place, message }));
    const place = /line (\d+),? column (\d+)/i.exec(message);
    if (place) return [{ line: Number(place[1]), column: Number(place[2]), message }];
    return placesNamed(message, text).map((named) => ({ ...named, message }));
  });
}
