import { Secret, TOTP } from 'otpauth'
import { toString as drawQrCode } from 'qrcode'

/** The otpauth URI, with its fields in Supabase Auth's order. */
export function authenticatorUri(issuer: string, account: string, secret: string): string {
  const label = `${encodeURIComponent(issuer)}:${encodeURIComponent(account)}`
  const query = `algorithm=SHA1&digits=6&issuer=${encodeURIComponent(issuer)}&period=${periodSeconds}&secret=${secret}`
  return `otpauth://totp/${label}?${query}`
}

/** The QR code as an SVG without `#`, so it fits into a data URL unescaped. */
export async function qrCodeOf(uri: string): Promise<string> {
  const svg = await drawQrCode(uri, { type: 'svg', errorCorrectionLevel: 'M' })
  return svg.trim().replaceAll('#ffffff', 'white').replaceAll('#000000', 'black')
}

/** The matching time step, allowing one either side; null for a wrong code. */
export function authenticatorStep(secret: string, code: string, nowMs: number): number | null {
  if (!/^\d{6}$/.test(code)) return null
  const totp = new TOTP({ secret: Secret.fromBase32(secret), algorithm: 'SHA1', digits: 6, period: periodSeconds })
  const delta = totp.validate({ token: code, timestamp: nowMs, window: 1 })
  return delta === null ? null : Math.floor(nowMs / 1000 / periodSeconds) + delta
}

const periodSeconds = 30
