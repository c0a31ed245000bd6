/* The months as visitors write them in English, and their lengths. */

const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']

/** The source of a pattern for a month in lower case, as a group. */
export const monthPattern =
  '(jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)'

/** 1 to 12 for “jan” or “january”; 0 for other words. */
export function toMonth(name: string): number {
  return months.indexOf(name.slice(0, 3)) + 1
}

/** “jan” for 1; undefined if there is no such month. */
export function shortMonth(month: number): string | undefined {
  return months[month - 1]
}

/** The length of a month, 1 to 12. */
export function daysIn(month: number, isLeap: boolean): number {
  if (month === 2) return isLeap ? 29 : 28
  return [4, 6, 9, 11].includes(month) ? 30 : 31
}
