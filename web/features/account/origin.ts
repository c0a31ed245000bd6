/** Where the guard sent someone away from; only an address inside the application counts. */
export function originOf(state: unknown): string | undefined {
  const from = (state as { readonly from?: unknown } | null)?.from
  return typeof from === 'string' && from.startsWith('/') && !from.startsWith('//') ? from : undefined
}
