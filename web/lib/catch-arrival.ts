/** The page that processes a mailed link or a provider's redirect. */
export const arrivalPath = '/arrive'

/**
 * Links and providers can target any of our URLs with a session, code, message or error. Before rendering, redirects to
 * the page that handles them. True if it did.
 */
export function catchArrival(): boolean {
  const { pathname, search, hash } = location
  const isArrival =
    pathname !== arrivalPath &&
    /[?&](code=[\da-f]{8}-|error_code=)|#(.*&)?(access_token|error|error_code|message)=/.test(search + hash)
  if (isArrival) {
    history.replaceState(null, '', `${arrivalPath}?next=${encodeURIComponent(pathname + search)}${hash}`)
  }
  return isArrival
}
