/** 0.285 as "28.5%"; something is never called nothing, nor almost all of it all. */
export function percentText(rate: number): string {
  const percent = rate * 100
  if (percent > 0 && percent < 0.1) return 'under 0.1%'
  if (percent > 99.9 && percent < 100) return 'over 99.9%'
  return `${percent.toFixed(1).replace(/\.0$/, '')}%`
}
