export interface FollowedChange {
  readonly eventType: 'INSERT' | 'UPDATE' | 'DELETE'
  readonly old: object
}

/**
 * Whether a change may concern a list with this filter. Realtime reports every deletion, whatever the filter, with only
 * the row's primary key: those of rows that neither the filter nor the list mentions are other lists'.
 */
export function mayMatch({ eventType, old }: FollowedChange, filter: string, listed: () => unknown): boolean {
  if (eventType !== 'DELETE') return true
  const keys = Object.values(old).map(String)
  const isIn = (text: string) => keys.some((key) => text.includes(key))
  return isIn(filter) || isIn(JSON.stringify(listed()) ?? '')
}
