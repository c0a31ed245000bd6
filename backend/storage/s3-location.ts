import type { SettingsReader } from '#backend/settings/settings-reader.ts'

export interface S3Location {
  /** The service's origin, without a trailing slash. */
  readonly endpoint: string
  readonly bucket: string
  readonly region: string
  readonly accessKeyId: string
  readonly secretAccessKey: string
}

/** Reads STORAGE_URL; null when unset or refused. */
export function parseS3Location({ text, refuse }: SettingsReader): S3Location | null {
  const value = text('STORAGE_URL')
  if (value === null) return null
  const sentence = 'STORAGE_URL must be an address like s3://key:secret@host:9000/bucket?region=eu-central-1&tls=off.'
  const url = URL.canParse(value) ? new URL(value) : null
  if (url === null || url.protocol !== 's3:') return refuse(sentence)
  const bucket = decodeURIComponent(url.pathname.slice(1))
  if (!/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/.test(bucket) || url.username === '' || url.password === '' || !url.host) {
    return refuse(sentence)
  }
  const isPlain = ['off', 'false', '0', 'no'].includes(url.searchParams.get('tls') ?? 'on')
  return {
    endpoint: `${isPlain ? 'http' : 'https'}://${url.host}`,
    bucket,
    region: url.searchParams.get('region') ?? 'us-east-1',
    accessKeyId: decodeURIComponent(url.username),
    secretAccessKey: decodeURIComponent(url.password),
  }
}
