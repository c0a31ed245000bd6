/** How long credits last at a rate: "3 days", "5 months", "> 1 year". */
export function timeLeftText(credits: number, perDay: number): string {
  if (credits <= 0) return 'Used up'
  const days = perDay <= 0 ? Number.POSITIVE_INFINITY : credits / perDay
  if (days > 365) return '> 1 year'
  if (days < 1) return 'Today'
  if (days < 60) return Math.floor(days) === 1 ? '1 day' : `${Math.floor(days)} days`
  return `${Math.floor(days / 30)} months`
}
