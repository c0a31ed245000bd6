/** 0.285 as "28.5%". */
export function percentText(rate: number): string {
  return `${(rate * 100).toFixed(1).replace(/\.0$/, '')}%`
}
