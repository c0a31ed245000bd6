/** Formats a row's times as Supabase Storage does: milliseconds, with Z. */
export function withWireTimes<Row extends Readonly<Record<string, unknown>>>(row: Row): Row {
  const times = timeNames.flatMap((name) =>
    typeof row[name] === 'string' ? [[name, wireTime(row[name])] as const] : [],
  )
  return { ...row, ...Object.fromEntries(times) }
}

export function wireTime(text: string): string {
  return new Date(text).toISOString()
}

const timeNames = ['created_at', 'updated_at', 'last_accessed_at'] as const
