const english = 'january february march april may june july august september october november december'.split(' ')

/**
 * Rules for dates such as “7 dezember”, “1er decembre” and “7 de diciembre”.
 * @param months The months' names without accents, from January, each as a part of a regular expression.
 */
export function monthDates(months: readonly string[]): readonly (readonly [RegExp, string])[] {
  return months.map((month, at) => [
    new RegExp(String.raw`\b(\d{1,2})(?:er|e|te[nr]?)? (?:de )?(?:${month}|${english[at] ?? month})\b`),
    `$1 ${english[at] ?? ''}`,
  ])
}

/** Writes “7.12.” and “7/12” with the month's English name, which the rules above read too. */
export function writeNumericDates(text: string): string {
  return text.replace(numericDate, (whole, day: string, dotted?: string, slashed?: string) => {
    const month = english[Number(dotted ?? slashed) - 1]
    return month !== undefined && Number(day) >= 1 && Number(day) <= 31 ? `${day} ${month} ` : whole
  })
}

const numericDate =
  /(?<![\d./:])(?!24\/7)(\d{1,2})(?:\. ?(1[0-2]|0?[1-9])\.|\/(1[0-2]|0?[1-9])(?![\d]))(?:\/?(?:20)?\d{2}(?!\d))?(?![\d:/])/g
