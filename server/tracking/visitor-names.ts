import { createHmac } from 'node:crypto'

/**
 * Names visitors for one day: the same address and browser get the same name, on every server of the installation. The
 * day's secret is thrown away afterwards, so that a name leads neither back to an address nor on to the next day.
 */
export interface VisitorNames {
  readonly nameOf: (address: string, userAgent: string) => Promise<{ readonly day: string; readonly visitor: string }>
}

export function createVisitorNames(options: {
  /** The secret of a day like 2026-11-21. */
  readonly readSecret: (day: string) => Promise<string>
  readonly now: () => number
}): VisitorNames {
  let known: { readonly day: string; readonly secret: Promise<string> } | null = null

  return {
    nameOf: async (address, userAgent) => {
      const day = new Date(options.now()).toISOString().slice(0, 10)
      if (known?.day !== day) {
        const secret = options.readSecret(day)
        known = { day, secret }
        secret.catch(() => {
          known = null
        })
      }
      const hmac = createHmac('sha256', await known.secret)
      const visitor = hmac.update(`${address}\n${userAgent}`).digest('base64url').slice(0, 16)
      return { day, visitor }
    },
  }
}
