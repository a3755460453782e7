/** Doubles of the engine → lexical forms of XML Schema. */

/** Returns a double in canonical form: `4.2E1`. */
export function doubleText(text: string): string {
  const number = Number(text.replace(/^\+?(-?)inf(?:inity)?$/i, '$1Infinity'));
  if (Number.isNaN(number)) return 'NaN';
  if (!Number.isFinite(number)) return number > 0 ? 'INF' : '-INF';
  if (Object.is(number, -0)) return '-0.0E0';
  const [mantissa = '', exponent = ''] = number.toExponential().split('e');
  return `${mantissa.includes('.') ? mantissa : `${mantissa}.0`}E${exponent.replace('+', '')}`;
}
