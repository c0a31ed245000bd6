import { createHmac } from 'node:crypto'

/**
 * Gives visitors a pseudonym for one day: the same address and browser get the same one on every server of the
 * installation. The day's secret is then deleted, so a pseudonym can't be traced to an address or to the next day.
 */
export interface VisitorNames {
  readonly nameOf: (address: string, userAgent: string) => Promise<{ readonly day: string; readonly visitor: string }>
}

export function createVisitorNames(options: {
  /** The secret of a day like 2026-11-21. */
  readonly readSecret: (day: string) => Promise<string>
  readonly now: () => number
}): VisitorNames {
  let known: { readonly day: string; readonly secret: Promise<string>; readonly names: Map<string, string> } | null =
    null

  return {
    nameOf: async (address, userAgent) => {
      const day = new Date(options.now()).toISOString().slice(0, 10)
      if (known?.day !== day) {
        const secret = options.readSecret(day)
        known = { day, secret, names: new Map() }
        secret.catch(() => {
          known = null
        })
      }
      const { secret, names } = known
      const browser = `${address}\n${userAgent}`
      const named = names.get(browser)
      if (named !== undefined) return { day, visitor: named }
      const visitor = createHmac('sha256', await secret)
        .update(browser)
        .digest('base64url')
        .slice(0, 16)
      // Cleared with the day, so that no address outlives its secret here.
      if (names.size >= namesMax) names.clear()
      if (browser.length <= browserMax) names.set(browser, visitor)
      return { day, visitor }
    },
  }
}

/** Some megabytes at most; an evicted browser's name is computed again. */
const namesMax = 10_000
const browserMax = 500
