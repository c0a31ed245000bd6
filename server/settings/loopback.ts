/** Whether a hostname or address is loopback. */
export function isLoopback(host: string): boolean {
  return /^(?:localhost|127(?:\.\d{1,3}){3}|\[?::1\]?|::ffff:127(?:\.\d{1,3}){3})$/i.test(host)
}

/** Whether listening on it means all interfaces. */
export function isAnyAddress(host: string): boolean {
  return /^(?:0\.0\.0\.0|\[?::\]?)$/.test(host)
}
