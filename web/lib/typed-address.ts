const key = 'understudy-typed-address'

/** The address last typed in this tab, which prefills the next form, also after a reload. */
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
    // Only a convenience, so failures are ignored.
  }
}
