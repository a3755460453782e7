/** Marks of errors in the text that was sent. */
import { ApiError } from '../api/error';
import type { Mark } from './editor';

/** Places of an error, as the gateway or the engine gives them. */
export function marksOf(error: Error | undefined): Mark[] {
  if (!(error instanceof ApiError)) return [];
  const { line, column } = error.details;
  if (typeof line === 'number') {
    return [{ line, column: typeof column === 'number' ? column : undefined, message: error.message }];
  }
  return error.errors.flatMap(({ message, locations = [] }) => {
    if (locations.length > 0) return locations.map((place) => ({ ...place, message }));
    const place = /line (\d+),? column (\d+)/i.exec(message);
    return place ? [{ line: Number(place[1]), column: Number(place[2]), message }] : [];
  });
}
