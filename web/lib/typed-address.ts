const key = 'understudy-typed-address'

/** The address typed last in this tab: it is there again on the next form, and after a reload. */
export function typedAddress(): string {
  try {
    return sessionStorage.getItem(key) ?? ''
  } catch {
    return ''
  }
}

export function keepTypedAddress(address: string): void {
  try {
    sessionStorage.setItem(key, address)
  } catch {
    // It is only a convenience.
  }
}
