import { memoize } from './memoize.ts'

export interface DescribedBrowser {
  readonly device: 'desktop' | 'phone' | 'tablet' | 'unknown'
  /** A family such as Chrome; never a version, which would help to identify people. */
  readonly browser: string
}

/** What an author wants to know about a browser. */
export function describeBrowser(userAgent: string, viewportWidth: number | null): DescribedBrowser {
  return { device: deviceOf(userAgent, viewportWidth), browser: browserOf(userAgent) }
}

function deviceOf(userAgent: string, viewportWidth: number | null): DescribedBrowser['device'] {
  const device = deviceByName(userAgent)
  if (device !== 'unknown' || viewportWidth === null || viewportWidth === 0) return device
  return viewportWidth < 600 ? 'phone' : 'desktop'
}

const deviceByName = memoize((userAgent: string): DescribedBrowser['device'] => {
  if (/ipad|tablet|playbook|silk(?!.*mobile)|kindle/i.test(userAgent)) return 'tablet'
  if (/android/i.test(userAgent)) return /mobile/i.test(userAgent) ? 'phone' : 'tablet'
  if (/iphone|ipod|windows phone|mobile/i.test(userAgent)) return 'phone'
  return /windows nt|macintosh|x11|cros|linux/i.test(userAgent) ? 'desktop' : 'unknown'
})

const browserOf = memoize(
  (userAgent: string) => families.find(([pattern]) => pattern.test(userAgent))?.[1] ?? 'unknown',
)

/** Most specific first: Edge and Opera also say Chrome, and Chrome also says Safari. */
const families: readonly (readonly [RegExp, string])[] = [
  [/edga?\/|edgios\//i, 'Edge'],
  [/opr\/|opera/i, 'Opera'],
  [/samsungbrowser/i, 'Samsung Internet'],
  [/vivaldi/i, 'Vivaldi'],
  [/firefox|fxios/i, 'Firefox'],
  [/chrome|crios|chromium/i, 'Chrome'],
  [/safari/i, 'Safari'],
  [/trident|msie/i, 'Internet Explorer'],
]
