/** A typed web address ("app.example.com", "localhost:8080"), or null if invalid. */
export function recordAddress(text: string): string | null {
  const trimmed = text.trim()
  if (trimmed === '' || /\s/.test(trimmed)) return null
  const isLocal = /^(localhost|127\.0\.0\.1|\[::1\])(:|\/|$)/i.test(trimmed)
  const hasScheme = /^[a-z][a-z0-9+.-]*:\/\//i.test(trimmed)
  try {
    const url = new URL(hasScheme ? trimmed : `${isLocal ? 'http' : 'https'}://${trimmed}`)
    const isReachable = url.hostname.includes('.') || url.hostname === 'localhost' || url.hostname.startsWith('[')
    return (url.protocol === 'http:' || url.protocol === 'https:') && isReachable ? url.href : null
  } catch {
    return null
  }
}
