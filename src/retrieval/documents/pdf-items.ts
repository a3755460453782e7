/** Texts of a PDF page with their places: lengths in points, from the bottom left of the page. */

/** Text drawn at one place. */
export interface PageItem {
  readonly text: string;
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
  /** True if a line ends after the item. */
  readonly endsLine: boolean;
  /** True if the text does not run from left to right. */
  readonly isTurned: boolean;
  readonly isBold: boolean;
}

/** Font of a line: its height, and true if all its words are bold. */
export interface LineFont {
  readonly height: number;
  readonly isBold: boolean;
}

/** Part of a line without wide gaps. */
export interface Stretch extends LineFont {
  readonly text: string;
  readonly from: number;
  readonly to: number;
  readonly y: number;
}
