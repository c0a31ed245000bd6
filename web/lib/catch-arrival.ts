/** The page that finishes what a link in a mail or a provider began. */
export const arrivalPath = '/arrive'

/**
 * Links and providers lead to any address of ours, with a session, a code, a message or an error behind it. Before
 * anything is drawn, the browser is moved to the page that understands them; it goes on to the address itself.
 * True when it was.
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
